/** A page of the host; the service has written it whole, and this adds the bar. */

import { frame } from "./frame.js";

frame("house");
