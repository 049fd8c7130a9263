/** What a person is told of a request that failed. */

import { toast } from "../ui/controls.js";
import { errorText } from "./http.js";

/** @param {unknown} error */
export const showError = (error) => toast(errorText(error));
