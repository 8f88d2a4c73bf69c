/**
 * What browsers can do today and Chrome 61 or Safari 12 cannot. A browser test deletes these before the widget starts.
 * Methods of all objects of a kind are written `Array.prototype.at`.
 */
export const NEWER_FEATURES = [
  ...[
    'AbortController',
    'AbortSignal',
    'AggregateError',
    'BigInt',
    'BroadcastChannel',
    'FinalizationRegistry',
    'IntersectionObserver',
  ],
  ...[
    'PointerEvent',
    'ResizeObserver',
    'WeakRef',
    'globalThis',
    'queueMicrotask',
    'requestIdleCallback',
    'reportError',
  ],
  ...['scheduler', 'structuredClone', 'visualViewport'],
  ...[
    'AbortSignal.any',
    'AbortSignal.timeout',
    'Array.fromAsync',
    'Intl.ListFormat',
    'Intl.PluralRules',
    'Intl.RelativeTimeFormat',
  ],
  ...[
    'Map.groupBy',
    'Object.fromEntries',
    'Object.groupBy',
    'Object.hasOwn',
    'Promise.allSettled',
    'Promise.any',
    'Promise.try',
  ],
  ...['Promise.withResolvers', 'Symbol.asyncIterator', 'Symbol.matchAll', 'URL.canParse', 'URL.parse'],
  ...[
    'Array.prototype.at',
    'Array.prototype.findLast',
    'Array.prototype.findLastIndex',
    'Array.prototype.flat',
    'Array.prototype.flatMap',
  ],
  ...['Array.prototype.toReversed', 'Array.prototype.toSorted', 'Array.prototype.toSpliced', 'Array.prototype.with'],
  ...[
    'Blob.prototype.text',
    'Crypto.prototype.randomUUID',
    'Document.prototype.adoptedStyleSheets',
    'Element.prototype.checkVisibility',
  ],
  ...['Element.prototype.replaceChildren', 'Element.prototype.setHTMLUnsafe', 'Element.prototype.toggleAttribute'],
  ...['HTMLFormElement.prototype.requestSubmit', 'HTMLElement.prototype.showPopover', 'Promise.prototype.finally'],
  ...[
    'ShadowRoot.prototype.adoptedStyleSheets',
    'String.prototype.at',
    'String.prototype.isWellFormed',
    'String.prototype.matchAll',
  ],
  ...[
    'String.prototype.replaceAll',
    'String.prototype.trimEnd',
    'String.prototype.trimStart',
    'Symbol.prototype.description',
  ],
] as const;
