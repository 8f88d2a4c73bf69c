// The payment method in the block checkout. It has no fields: the order-pay page shows the payment form.
(() => {
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const settings = window.wc.wcSettings.getSetting('tsena_data', {});
  const title = decodeEntities(settings.title || '');
  const Content = () => decodeEntities(settings.description || '');

  window.wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'tsena',
    label: createElement('span', null, title),
    ariaLabel: title,
    content: createElement(Content),
    edit: createElement(Content),
    canMakePayment: () => true,
    supports: { features: settings.supports || ['products'] },
  });
})();
