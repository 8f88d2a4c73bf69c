import { PROBLEMS, sentenceFor } from '@tsena/shared';
import { type PaymentId, transactionReferenceSchema } from '@tsena/shared/checkout';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { readForm } from '../bodies/body.ts';
import type { HttpContext } from '../context.ts';
import { setRetryAfter } from '../problem.ts';
import { runUnlessStopping } from '../runUnlessStopping.ts';
import { requireOwnPage } from './ownPage.ts';
import { languageFor } from './pageRequest.ts';
import type { PageSender } from './pageSender.ts';

/** Takes the reference in the operator's SMS. */
export async function postReference(
  context: HttpContext,
  pages: PageSender,
  request: Request,
  response: Response,
  id: PaymentId,
): Promise<void> {
  const { pageForms } = context.tokens;
  requireOwnPage(request, context.current().publicUrl);
  const fields = await readForm(request);
  const payment = await pages.findPayment(id);
  const language = languageFor(request);
  const typed = fields.get('transactionReference') ?? '';
  const refuse = (text: string | null, status = 422) => pages.sendPayment(request, response, status, payment, 'reference', { typed, text });
  if (pageForms.read(id, fields.get('form')) === undefined) return refuse(sentenceFor('form_invalid', language));
  const reference = z.safeParse(transactionReferenceSchema, typed);
  // The form itself says how a reference looks.
  if (!reference.success) return refuse(null);
  const result = await runUnlessStopping(context, () => context.submitReference(id, reference.data));
  if (result.ok) return pages.redirect(request, response, id);
  // The payment has moved on meanwhile: its page says where it is.
  if (result.code === 'reference_not_accepted') return pages.redirect(request, response, id);
  const { status } = PROBLEMS[result.code];
  setRetryAfter(response, result.retryAfterMs);
  return refuse(sentenceFor(result.code, language), status >= 429 ? status : 422);
}
