<?php

namespace Tsena\Laravel\Facades;

use Illuminate\Support\Facades\Facade;
use Tsena\Laravel\Checkout;

/**
 * @method static string orderToken(array $order, int $expiresInSeconds = 7200)
 * @method static \Illuminate\Support\HtmlString checkoutHtml(array $order, ?string $locale = null)
 * @method static string companionUrl()
 * @method static \Tsena\MerchantClient merchant()
 */
final class Tsena extends Facade
{
    /** For tests: settings with secrets of their own, so that no setting of this machine matters. */
    public static function fake(): void
    {
        config([
            'tsena.companion_url' => 'https://pay.test',
            'tsena.order_token_secret' => bin2hex(random_bytes(32)),
            'tsena.webhook_secret' => 'whsec_' . base64_encode(random_bytes(32)),
            'tsena.environment' => 'sandbox',
            'tsena.merchant_api_key' => null,
        ]);
    }

    protected static function getFacadeAccessor(): string
    {
        return Checkout::class;
    }
}
