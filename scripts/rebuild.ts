import { watch } from 'node:fs';

/** Editors write a file in several steps. */
const QUIET_MS = 50;

/**
 * Builds after each change below the folders, until the process ends. A build that fails is reported, and the next change
 * builds again.
 */
export function rebuildOnChange(folders: readonly string[], build: () => Promise<void>): void {
  let isBuilding = false;
  let hasChanged = false;
  async function rebuild(): Promise<void> {
    hasChanged = true;
    if (isBuilding) return;
    isBuilding = true;
    while (hasChanged) {
      hasChanged = false;
      const started = Date.now();
      try {
        await build();
        console.log(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }
    isBuilding = false;
  }
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void rebuild(), QUIET_MS);
    });
  }
}
