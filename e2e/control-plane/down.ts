/** `make cluster-down`: stops the control plane of this checkout and removes its data. */
import { stopControlPlane } from "./control-plane.ts";

const stopped = await stopControlPlane();
process.stderr.write(stopped ? "the control plane is down\n" : "no control plane is running\n");
