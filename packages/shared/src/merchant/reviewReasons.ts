import type { LocalTexts } from '../language.ts';
import texts from './reviewReasons.json' with { type: 'json' };

/** Why a payment needs review. */
export const REVIEW_REASONS = ['unresolved', 'details_mismatch', 'overpaid', 'polling_stopped', 'unverified'] as const;

/** One of {@link REVIEW_REASONS}. */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * What people read about each reason, in the dashboard, in e-mails, in the manual and in the OpenAPI document.
 * `meaning`: what happened, and what it means for the money; `advice`: what to do, in the dashboard’s words; `heading`:
 * that of `{n}` payments with this reason.
 */
export const REVIEW_REASON_TEXTS: Readonly<Record<ReviewReason, LocalTexts<'meaning' | 'advice' | 'heading'>>> = texts;
