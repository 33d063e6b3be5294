/** `make cluster-down`: the control plane of this checkout ends, and its data with it. */
import { stopControlPlane } from "./control-plane.ts";

const stopped = await stopControlPlane();
process.stderr.write(stopped ? "the control plane is down\n" : "no control plane is running\n");
