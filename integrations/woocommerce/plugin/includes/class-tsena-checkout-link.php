<?php

defined('ABSPATH') || exit;

/** A button that leads to a payment link: the block `tsena/payment-link`, and the shortcode `[tsena_payment_link url="…" text="…"]`. It needs no WooCommerce. */
final class Tsena_Checkout_Link
{
    public static function register(): void
    {
        add_shortcode('tsena_payment_link', [self::class, 'render']);
        wp_register_script('tsena-checkout-link', plugins_url('assets/link.js', TSENA_CHECKOUT_FILE), ['wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element'], TSENA_CHECKOUT_VERSION, true);
        wp_localize_script('tsena-checkout-link', 'tsenaCheckoutLink', [
            'title' => __('Payment link', 'tsena-checkout'),
            'url' => __('Address of the payment link, from the companion’s dashboard', 'tsena-checkout'),
            'text' => __('Text of the button', 'tsena-checkout'),
            'default' => __('Pay with mobile money', 'tsena-checkout'),
        ]);
        register_block_type('tsena/payment-link', [
            'api_version' => 3,
            'attributes' => ['url' => ['type' => 'string', 'default' => ''], 'text' => ['type' => 'string', 'default' => '']],
            'editor_script_handles' => ['tsena-checkout-link'],
            'render_callback' => [self::class, 'render'],
        ]);
    }

    /** @param array{url?: string, text?: string}|string $attributes a text if the shortcode has none */
    public static function render($attributes): string
    {
        ['url' => $url, 'text' => $text] = shortcode_atts(['url' => '', 'text' => ''], (array) $attributes);
        if (preg_match('~\Ahttps?://[^\s"\'<>]+/pay/link_[A-Za-z0-9_-]+\z~', trim($url)) !== 1) {
            return current_user_can('edit_posts') ? '<p>' . esc_html__('Enter the address of a payment link: https://pay.example/pay/link_…', 'tsena-checkout') . '</p>' : '';
        }
        $label = trim($text) === '' ? __('Pay with mobile money', 'tsena-checkout') : trim($text);
        return sprintf('<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="%s">%s</a></div>', esc_url(trim($url)), esc_html($label));
    }
}
