<?php

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

defined('ABSPATH') || exit;

/** The payment method in the block checkout. */
final class Tsena_Checkout_Blocks extends AbstractPaymentMethodType
{
    protected $name = 'tsena';

    public function initialize(): void
    {
        $this->settings = get_option('woocommerce_tsena_settings', []);
    }

    private function gateway(): ?WC_Payment_Gateway
    {
        return WC()->payment_gateways()->payment_gateways()['tsena'] ?? null;
    }

    public function is_active(): bool
    {
        $gateway = $this->gateway();
        return $gateway !== null && $gateway->is_available();
    }

    /** @return string[] */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(
            'tsena-checkout-blocks',
            plugins_url('assets/blocks.js', TSENA_CHECKOUT_FILE),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            TSENA_CHECKOUT_VERSION,
            true
        );
        return ['tsena-checkout-blocks'];
    }

    /** @return array<string, mixed> */
    public function get_payment_method_data(): array
    {
        $gateway = $this->gateway();
        return [
            'title' => $gateway === null ? '' : $gateway->get_title(),
            'description' => $gateway === null ? '' : $gateway->get_description(),
            'supports' => ['products'],
        ];
    }
}
