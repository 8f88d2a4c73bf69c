import { defineMiddlewares } from '@medusajs/framework/http';

// A signature belongs to the bytes as they were sent.
export default defineMiddlewares({
  routes: [{ matcher: '/tsena/webhook', methods: ['POST'], bodyParser: { preserveRawBody: true } }],
});
