/** The sides of a comparison as its reader knows them: `main` and `the working tree`. */
export interface SideNames {
  readonly base: string;
  readonly head: string;
}
