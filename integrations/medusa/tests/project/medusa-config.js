const { defineConfig, Modules } = require('@medusajs/framework/utils');

const options = JSON.parse(process.env.TSENA_OPTIONS);

const config = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'a-secret-of-the-test',
      cookieSecret: 'a-secret-of-the-test',
    },
  },
  plugins: ['@tsena/medusa'],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      key: Modules.PAYMENT,
      options: { webhook_delay: 100, providers: [{ resolve: '@tsena/medusa', id: 'tsena', options }] },
    },
  ],
});

// Medusa adds a plugin for draft orders, which the test does not install.
config.plugins = config.plugins.filter(
  (plugin) => plugin.resolve !== '@medusajs/draft-order' && plugin !== '@medusajs/draft-order',
);

module.exports = config;
