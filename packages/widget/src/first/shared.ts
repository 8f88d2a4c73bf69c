import { findOtherOperator, formatMsisdn, MSISDN_PREFIXES, maskMsisdn, readMsisdn, sameMsisdn } from '@tsena/shared';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import { ORDER_PATH, requestCompanion, trimAddress } from '../core/companionRequest.ts';
import { isPaymentId } from '../core/paymentId.ts';
import { readAmount } from '../core/readAmount.ts';
import { translate } from '../core/translator.ts';
import { en } from '../locales/form/en.ts';
import { fr } from '../locales/form/fr.ts';
import { mg } from '../locales/form/mg.ts';
import { Card, Summary } from '../markup/Card.tsx';
import { Button, Field, Lead, Notice, Title } from '../markup/controls.tsx';
import { FormView } from '../markup/FormView.tsx';
import { setCreateElement } from './jsxRuntime.ts';

/** What the second file takes from the first one, so that no shopper downloads it twice. The build of the second file replaces the modules. */
export const shared = {
  Button,
  Card,
  Field,
  FormView,
  Lead,
  MSISDN_PREFIXES,
  Notice,
  ORDER_PATH,
  Summary,
  Title,
  chooseLanguage,
  en,
  findOtherOperator,
  formatMsisdn,
  fr,
  isPaymentId,
  maskMsisdn,
  mg,
  readAmount,
  readMsisdn,
  requestCompanion,
  sameMsisdn,
  setCreateElement,
  translate,
  trimAddress,
};
