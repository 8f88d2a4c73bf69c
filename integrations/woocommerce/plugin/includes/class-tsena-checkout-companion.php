<?php

use Tsena\MerchantClient;
use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** Requests to the companion, through WordPress's HTTP functions. */
final class Tsena_Checkout_Companion
{
    private const TIMEOUT_SECONDS = 5;

    /**
     * Signs an order.
     *
     * @throws TsenaException for a total that is not whole Ariary, or a secret that is missing or too short
     */
    public static function order_token(WC_Order $order): string
    {
        Tsena::checkWebhookSecret(Tsena_Checkout_Settings::get('webhook_secret')); // without it, the shop never learns of the payment
        $amount = Tsena_Checkout_Rules::amount_of((string) $order->get_total());
        if ($amount === null || $order->get_currency() !== 'MGA') {
            throw new TsenaException('order_invalid', 'The order is not in whole Ariary.');
        }
        $claims = [
            'order' => Tsena_Checkout_Settings::get('order_prefix') . $order->get_id(),
            'amount' => $amount,
            'returnUrl' => $order->get_checkout_order_received_url(),
        ];
        return Tsena::signOrderToken($claims, Tsena_Checkout_Settings::get('order_token_secret'));
    }

    /**
     * Asks for the payment of an order: `GET /v1/checkout`, which creates nothing.
     *
     * @return array{status: int, headers: array<string, string>, body: string}|null null without an answer
     */
    public static function read_checkout(string $token): ?array
    {
        $headers = ['Authorization' => "Bearer $token", 'Origin' => Tsena_Checkout_Settings::origin()];
        return self::send('GET', Tsena_Checkout_Settings::companion_url() . '/v1/checkout', $headers, null);
    }

    /** @throws TsenaException without a merchant key, or for a malformed one */
    public static function merchant(): MerchantClient
    {
        return new MerchantClient(Tsena_Checkout_Settings::companion_url(), Tsena_Checkout_Settings::get('merchant_api_key'), self::TIMEOUT_SECONDS, [self::class, 'send']);
    }

    /** @return array{status: int, headers: array<string, string>, body: string}|null null without an answer */
    public static function send(string $method, string $url, array $headers, ?string $body): ?array
    {
        $answer = wp_remote_request($url, [
            'method' => $method,
            'headers' => $headers,
            'body' => $body,
            'timeout' => self::TIMEOUT_SECONDS,
            'redirection' => 0, // a redirect would take the key to another address
        ]);
        if (is_wp_error($answer)) {
            return null;
        }
        $received = [];
        foreach (wp_remote_retrieve_headers($answer) as $name => $value) {
            $received[strtolower((string) $name)] = is_array($value) ? (string) end($value) : (string) $value;
        }
        return ['status' => (int) wp_remote_retrieve_response_code($answer), 'headers' => $received, 'body' => wp_remote_retrieve_body($answer)];
    }
}
