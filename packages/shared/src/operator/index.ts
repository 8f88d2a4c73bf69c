export * from './callback.ts';
export * from './details.ts';
export * from './errors.ts';
export * from './initiation.ts';
export * from './parties.ts';
export * from './status.ts';
export * from './token.ts';
