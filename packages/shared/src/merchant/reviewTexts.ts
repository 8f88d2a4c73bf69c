import type { LocalTexts } from '../language.ts';
import differences from './differenceTexts.json' with { type: 'json' };
import { REVIEW_REASON_TEXTS, REVIEW_REASONS, type ReviewReason } from './reviewReasons.ts';

type ReasonKey = `review.${ReviewReason}` | `review.${ReviewReason}.do` | `group.${ReviewReason}`;

const reasons = Object.fromEntries(
  REVIEW_REASONS.flatMap((reason) => {
    const { meaning, advice, heading } = REVIEW_REASON_TEXTS[reason];
    return [
      [`review.${reason}`, meaning],
      [`review.${reason}.do`, advice],
      [`group.${reason}`, heading],
    ];
  }),
) as LocalTexts<ReasonKey>;

/** All that people read about payments that need review, in the dashboard and in e-mails. */
export const REVIEW_TEXTS = { ...reasons, ...differences } satisfies LocalTexts;
