// The block of a payment link in the editor. The server draws it on the page.
(() => {
  const { createElement } = window.wp.element;
  const { TextControl } = window.wp.components;
  const { useBlockProps } = window.wp.blockEditor;
  const texts = window.tsenaCheckoutLink;

  function Edit({ attributes, setAttributes }) {
    const field = (name, more) =>
      createElement(TextControl, {
        label: texts[name],
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
        ...more,
      });
    return createElement(
      'div',
      useBlockProps(),
      field('url', { type: 'url' }),
      field('text', { placeholder: texts.default }),
    );
  }

  window.wp.blocks.registerBlockType('tsena/payment-link', {
    apiVersion: 3,
    title: texts.title,
    category: 'widgets',
    icon: 'money-alt',
    edit: Edit,
    save: () => null,
  });
})();
