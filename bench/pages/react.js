import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from '../../packages/widget/src/index.ts';

const script = document.currentScript;
const { orderToken, locale } = script.dataset;
const place = document.createElement('div');
script.after(place);
const companionUrl = script.src.replace('/v1/checkout.js', '');
createRoot(place).render(createElement(Checkout, { className: 'react', orderToken, locale, companionUrl }));
