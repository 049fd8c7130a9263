/** Alexander the Great in pictures. */

import { looksOf } from "../settlers/picture.js";
import { LAND } from "./land.js";

export const looks = looksOf(LAND);
