export * from './checkout.ts';
export * from './mayHaveAnotherPrompt.ts';
export * from './orderToken.ts';
export * from './payment.ts';
export * from './paymentStatus.ts';
export * from './paymentView.ts';
export * from './takesReference.ts';
