const card =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Reports whether the digits of the text are a credit card number; other characters are ignored. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, "");
  return card.test(digits) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.at(-1 - at));
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** Reports whether the text is an ISBN of ten digits, the last of which may be X. */
export function isIsbn10(text: string): boolean {
  const digits = bareDigits(text);
  return /^\d{9}[\dX]$/.test(digits) && weighted(digits, (at) => at + 1) % 11 === 0;
}

/** Reports whether the text is an ISBN of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = bareDigits(text);
  return /^\d{13}$/.test(digits) && weighted(digits, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0;
}

function bareDigits(text: string): string {
  return text.replaceAll(/[\t\n\f\r -]+/g, "");
}

function weighted(digits: string, weight: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charAt(at);
    sum += weight(at) * (digit === "X" ? 10 : Number(digit));
  }
  return sum;
}
