<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** Requests to the companion, through WordPress's HTTP functions. */
final class Tsena_Checkout_Companion
{
    private const TIMEOUT_SECONDS = 5;

    private static string $partner_name = '';

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

    /** Asks for an order that does not exist: it says whether the settings are right. */
    public static function read_test_checkout(): ?array
    {
        $claims = ['order' => Tsena_Checkout_Settings::get('order_prefix') . 'test', 'amount' => '100'];
        return self::read_checkout(Tsena::signOrderToken($claims, Tsena_Checkout_Settings::get('order_token_secret'), 60));
    }

    /**
     * Says that the companion's environment is not that of the shop; null if it is, or without an answer.
     *
     * @param bool $is_fresh false: the companion is asked at most once a minute
     */
    public static function environment_fault(bool $is_fresh = false): ?string
    {
        $environment = get_transient(self::environment_name());
        if ($is_fresh || !is_string($environment)) {
            self::keep_environment(''); // the next pages do not wait for the same answer
            $answer = self::read_test_checkout();
            $body = $answer === null ? null : json_decode($answer['body'], true);
            $environment = is_string($body['environment'] ?? null) ? $body['environment'] : '';
            self::$partner_name = is_string($body['partnerName'] ?? null) ? $body['partnerName'] : '';
            self::keep_environment($environment);
        }
        if ($environment === '' || $environment === Tsena_Checkout_Settings::get('environment')) {
            return null;
        }
        /* translators: %s: sandbox or production */
        return sprintf(__('The companion’s environment is “%s”. Choose the same one here.', 'tsena-checkout'), sanitize_text_field($environment));
    }

    /** The merchant's name, of the answer that a fresh {@see environment_fault} has read; '' without one. */
    public static function partner_name(): string
    {
        return self::$partner_name;
    }

    /** The checks that the companion makes of itself, or a problem, in the language of the user; null without an answer. */
    public static function read_setup(): ?array
    {
        $headers = ['Authorization' => 'Bearer ' . Tsena_Checkout_Settings::get('merchant_api_key'), 'Accept-Language' => str_replace('_', '-', get_user_locale())];
        $answer = self::send('GET', Tsena_Checkout_Settings::companion_url() . '/v1/merchant/setup', $headers, null);
        $body = $answer === null ? null : json_decode($answer['body'], true);
        return is_array($body) ? $body : null;
    }

    public static function keep_environment(string $environment): void
    {
        set_transient(self::environment_name(), $environment, MINUTE_IN_SECONDS);
    }

    private static function environment_name(): string
    {
        return 'tsena_checkout_environment_' . md5(Tsena_Checkout_Settings::companion_url());
    }

    /**
     * Records a refund. The same key records it once.
     *
     * @param array{amount: string, reason: string} $body
     * @return array{id: string, status: string} the refund
     * @throws TsenaException with the problem's code, or `companion_unreachable`
     */
    public static function record_refund(string $payment_id, array $body, string $key): array
    {
        $url = Tsena_Checkout_Settings::companion_url() . '/v1/merchant/payments/' . rawurlencode($payment_id) . '/refunds';
        $headers = ['Authorization' => 'Bearer ' . Tsena_Checkout_Settings::get('merchant_api_key'), 'Content-Type' => 'application/json', 'Idempotency-Key' => $key];
        $answer = self::send('POST', $url, $headers, wp_json_encode($body));
        $content = $answer === null ? null : json_decode($answer['body'], true);
        $fault = Tsena_Checkout_Rules::fault_of_refund($content);
        if ($fault !== null) {
            // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- The gateway escapes what it shows.
            throw new TsenaException($fault, (string) ($content['detail'] ?? ($answer === null ? $fault : 'HTTP ' . $answer['status'])));
        }
        return $content;
    }

    /** @return array{status: int, headers: array<string, string>, body: string}|null null without an answer */
    private static function send(string $method, string $url, array $headers, ?string $body): ?array
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
