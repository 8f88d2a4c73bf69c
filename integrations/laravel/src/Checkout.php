<?php

namespace Tsena\Laravel;

use Illuminate\Support\HtmlString;
use Tsena\MerchantClient;
use Tsena\Tsena;
use Tsena\TsenaException;

/** What the facade `Tsena` calls: the SDK with the settings of config/tsena.php. */
final class Checkout
{
    /**
     * @param array<string, mixed> $order `order`, `amount` (whole Ariary), and optionally `description`, `returnUrl` …
     * @throws TsenaException `order_invalid`, `order_token_secret_invalid`
     */
    public function orderToken(array $order, int $expiresInSeconds = 7200): string
    {
        return Tsena::signOrderToken($order, (string) config('tsena.order_token_secret'), $expiresInSeconds);
    }

    /**
     * The HTML of the payment form. It needs the companion's script in the page: `<x-tsena::checkout>` has both.
     *
     * @param array<string, mixed> $order as of orderToken
     * @throws TsenaException `order_invalid`, `order_token_secret_invalid`, `request_invalid`
     */
    public function checkoutHtml(array $order, ?string $locale = null): HtmlString
    {
        return new HtmlString(Tsena::checkoutHtml([
            'orderToken' => $this->orderToken($order),
            'companionUrl' => $this->companionUrl(),
            'locale' => $locale ?? config('tsena.locale') ?? app()->getLocale(),
        ]));
    }

    /** @throws TsenaException `request_invalid` */
    public function companionUrl(): string
    {
        return Tsena::companionUrl(config('tsena.companion_url'));
    }

    /** A client of the merchant API. It needs `merchant_api_key`. */
    public function merchant(): MerchantClient
    {
        return new MerchantClient($this->companionUrl(), (string) config('tsena.merchant_api_key'));
    }
}
