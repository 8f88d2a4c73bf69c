const OWN_SCRIPT = /^(.+)\/v1\/checkout(-[\w-]+)?\.js([?#].*)?$/;

/** The address of the companion that served a script, or undefined if the script is not ours. */
export function getCompanionUrl(script: HTMLScriptElement | undefined): string | undefined {
  return script && OWN_SCRIPT.exec(script.src)?.[1];
}

/** The element that loaded this file. */
export const ownScript = findOwnScript();

function findOwnScript(): HTMLScriptElement | undefined {
  const { currentScript } = document;
  // It is null in a module.
  return currentScript instanceof HTMLScriptElement ? currentScript : [...document.scripts].find(getCompanionUrl);
}
