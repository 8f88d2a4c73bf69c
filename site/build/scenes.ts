import { scenes } from '../../e2e/widget/scenes.ts';

/** Writes a module with the orders of the widget's tests, for the playground's stand-in. */
export function writeScenes(): string {
  return `export const SCENES = ${JSON.stringify(scenes)};\n`;
}
