// Creates one region in Ariary, two products, and the keys of the APIs. Answers with their ids.
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows');

exports.POST = async function seed({ scope }, response) {
  const run = async (workflow, input) => (await workflow(scope).run({ input })).result;
  const [region] = await run(createRegionsWorkflow, {
    regions: [
      {
        name: 'Madagascar',
        currency_code: 'mga',
        countries: ['mg'],
        payment_providers: ['pp_tsena_tsena', 'pp_system_default'],
      },
    ],
  });
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  const [publishable, secret] = await run(createApiKeysWorkflow, {
    api_keys: ['publishable', 'secret'].map((type) => ({ title: type, type, created_by: 'test' })),
  });
  await run(linkSalesChannelsToApiKeyWorkflow, { id: publishable.id, add: [channel.id] });
  const product = (title, amount) => ({
    title,
    status: 'published',
    options: [{ title: 'Size', values: ['One'] }],
    variants: [
      { title: 'One', options: { Size: 'One' }, manage_inventory: false, prices: [{ amount, currency_code: 'mga' }] },
    ],
    sales_channels: [{ id: channel.id }],
  });
  const products = await run(createProductsWorkflow, {
    products: [product('Vanilla', 44_500), product('Half an ariary', 44_500.5)],
  });
  const [vanilla, fraction] = products.map(({ variants: [{ id }] }) => id);
  response.json({
    region: region.id,
    publishable: publishable.token,
    secret: secret.token,
    products: { vanilla, fraction },
  });
};
