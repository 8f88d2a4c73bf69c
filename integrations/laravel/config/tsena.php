<?php

return [
    // The companion's PUBLIC_URL.
    'companion_url' => env('TSENA_COMPANION_URL'),

    // The companion's ORDER_TOKEN_SECRET and WEBHOOK_SECRET. Several, separated by commas, while you rotate one.
    'order_token_secret' => env('TSENA_ORDER_TOKEN_SECRET'),
    'webhook_secret' => env('TSENA_WEBHOOK_SECRET'),

    // The companion's OPERATOR_ENVIRONMENT: sandbox or production.
    'environment' => env('TSENA_ENVIRONMENT', 'sandbox'),

    // A merchant key, only for Tsena::merchant().
    'merchant_api_key' => env('TSENA_MERCHANT_API_KEY'),

    // Where the companion sends its webhooks: https://your-shop.example/tsena/webhook. null: no route.
    'webhook_path' => 'tsena/webhook',

    // The language of the form: mg, fr or en. null: the application's locale.
    'locale' => null,
];
