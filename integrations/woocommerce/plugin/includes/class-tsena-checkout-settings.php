<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The option `woocommerce_tsena_settings`. */
final class Tsena_Checkout_Settings
{
    public const LOCALES = ['mg', 'fr', 'en'];

    public static function get(string $name): string
    {
        $settings = get_option('woocommerce_tsena_settings');
        $defaults = ['environment' => 'sandbox', 'order_prefix' => 'WC-', 'locale' => 'mg'];
        $value = is_array($settings) && is_string($settings[$name] ?? null) ? trim($settings[$name]) : '';
        return $value === '' ? ($defaults[$name] ?? '') : $value;
    }

    /** The companion's address, without a slash at its end; '' if it is not set. */
    public static function companion_url(): string
    {
        $url = rtrim(self::get('companion_url'), '/');
        return self::is_url($url) ? $url : '';
    }

    public static function is_url(string $url): bool
    {
        return preg_match('~\Ahttps?://[^\s/?#@"\'<>]+(/[^\s?#@"\'<>]*)?\z~i', $url) === 1;
    }

    /** Whether orders can be signed and webhooks verified: with an empty key, anyone could sign. */
    public static function are_complete(): bool
    {
        try {
            Tsena::checkOrderTokenSecret(self::get('order_token_secret'));
            Tsena::checkWebhookSecret(self::get('webhook_secret'));
        } catch (TsenaException $error) {
            return false;
        }
        return self::companion_url() !== '' && Tsena_Checkout_Rules::fault_of_prefix(self::get('order_prefix')) === null;
    }

    /** The address that belongs into the companion's WEBHOOK_URL. */
    public static function webhook_url(): string
    {
        return add_query_arg('wc-api', 'tsena', home_url('/'));
    }

    /** The origin that belongs into the companion's ALLOWED_ORIGINS. */
    public static function origin(): string
    {
        $parts = wp_parse_url(home_url('/'));
        return $parts['scheme'] . '://' . $parts['host'] . (isset($parts['port']) ? ':' . $parts['port'] : '');
    }
}
