/** The optional sound at the start of the player's turn. */

import { setting } from "./settings.js";

const NOTES = [523.25, 783.99];
const SECONDS = 0.22;

/** Play two soft notes. */
export function chime() {
  if (setting("sound") !== "on") return;
  // Synthesised, so that no file has to be loaded.
  const audio = new AudioContext();
  NOTES.forEach((frequency, n) => play(audio, frequency, n * SECONDS));
  // An open context keeps the sound device running, so close it; the last note ends after 0.66 s.
  setTimeout(() => audio.close(), 1500);
}

/**
 * @param {AudioContext} audio
 * @param {number} frequency hertz
 * @param {number} after seconds
 */
function play(audio, frequency, after) {
  const start = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
  const volume = new GainNode(audio, { gain: 0.15 });
  volume.gain.setValueAtTime(0.15, start);
  // Not to 0: an exponential ramp cannot reach 0 and throws. A sudden stop would click.
  volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS * 2);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + SECONDS * 2);
}
