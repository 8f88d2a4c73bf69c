<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The option `woocommerce_tsena_settings`. */
final class Tsena_Checkout_Settings
{
    public static function get(string $name): string
    {
        $settings = get_option('woocommerce_tsena_settings');
        $defaults = ['environment' => 'sandbox', 'order_prefix' => 'WC-', 'locale' => 'auto'];
        $value = is_array($settings) && is_string($settings[$name] ?? null) ? trim($settings[$name]) : '';
        return $value === '' ? ($defaults[$name] ?? '') : $value;
    }

    /** The companion's address, without a slash at its end; '' if it is not set. */
    public static function companion_url(): string
    {
        $url = rtrim(self::get('companion_url'), '/');
        return self::is_url($url) ? $url : '';
    }

    /** Whether an address can be the companion's: https, or http on this machine and in a private network. */
    public static function is_url(string $url): bool
    {
        if (preg_match('~\A(https?)://([^\s/?#@"\'<>]+)(/[^\s?#@"\'<>]*)?\z~i', $url, $match) !== 1) {
            return false;
        }
        $host = strtolower((string) preg_replace('/:\d+\z/', '', $match[2]));
        return strtolower($match[1]) === 'https' || Tsena_Checkout_Rules::is_private_host($host);
    }

    /** Why mobile money cannot be offered, and how to mend it; null if it can. With an empty key, anyone could sign. */
    public static function fault(): ?string
    {
        if (self::companion_url() === '') {
            return __('Enter the companion address.', 'tsena-checkout');
        }
        try {
            Tsena::checkOrderTokenSecret(self::get('order_token_secret'));
        } catch (TsenaException $error) {
            return __('Enter the order-token secret: at least 32 characters.', 'tsena-checkout');
        }
        try {
            Tsena::checkWebhookSecret(self::get('webhook_secret'));
        } catch (TsenaException $error) {
            return __('Enter the webhook secret: whsec_ and 24 to 64 bytes in base64.', 'tsena-checkout');
        }
        if (Tsena_Checkout_Rules::fault_of_prefix(self::get('order_prefix')) !== null) {
            return __('Enter another prefix of order references.', 'tsena-checkout');
        }
        if (get_woocommerce_currency() !== 'MGA') {
            return __('The currency of this shop is not Ariary. Choose “Malagasy ariary (MGA)” in WooCommerce → Settings → General.', 'tsena-checkout');
        }
        return null;
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
