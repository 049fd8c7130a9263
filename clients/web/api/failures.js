/** The message that a person sees about a failed request. */

import { toast } from "../ui/controls.js";
import { errorText } from "./http.js";

/** @param {unknown} error */
export const showError = (error) => toast(errorText(error));
