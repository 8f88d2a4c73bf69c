<?php
/**
 * Plugin Name: Tsena Checkout
 * Description: Mobile money in WooCommerce and behind payment links, through your own Tsena companion.
 * Version: 0.2.0
 * Requires at least: 6.2
 * Requires PHP: 7.4
 * WC requires at least: 8.0
 * WC tested up to: 11.0
 * Author: Tsena
 * License: MIT
 * Text Domain: tsena-checkout
 * Domain Path: /languages
 */

defined('ABSPATH') || exit;

define('TSENA_CHECKOUT_VERSION', '0.2.0');
define('TSENA_CHECKOUT_FILE', __FILE__);

add_action('before_woocommerce_init', static function (): void {
    if (class_exists(\Automattic\WooCommerce\Utilities\FeaturesUtil::class)) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('cart_checkout_blocks', __FILE__, true);
    }
});

add_action('plugins_loaded', static function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        // WordPress would answer a webhook with its home page and 200: the companion would not deliver it again.
        // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Nothing changes.
        if (($_GET['wc-api'] ?? '') === 'tsena') {
            status_header(503);
            exit;
        }
        return;
    }
    // Another plugin can bring the same file.
    class_exists('Tsena\Tsena', false) || require_once __DIR__ . '/includes/Tsena.php';
    foreach (['rules', 'settings', 'companion', 'order', 'webhook', 'holds', 'pages', 'gateway', 'test-connection', 'setup'] as $name) {
        require_once __DIR__ . "/includes/class-tsena-checkout-$name.php";
    }
    add_filter('woocommerce_payment_gateways', static function (array $gateways): array {
        $gateways[] = 'Tsena_Checkout_Gateway';
        return $gateways;
    });
    add_action('woocommerce_api_tsena', ['Tsena_Checkout_Webhook', 'receive']);
    Tsena_Checkout_Holds::register();
    Tsena_Checkout_Pages::register();
    Tsena_Checkout_Test_Connection::register();
});

add_action('init', static function (): void {
    load_plugin_textdomain('tsena-checkout', false, dirname(plugin_basename(__FILE__)) . '/languages');
    require_once __DIR__ . '/includes/class-tsena-checkout-link.php';
    Tsena_Checkout_Link::register();
});

add_action('woocommerce_blocks_loaded', static function (): void {
    if (!class_exists('Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType')) {
        return;
    }
    require_once __DIR__ . '/includes/class-tsena-checkout-blocks.php';
    add_action('woocommerce_blocks_payment_method_type_registration', static function ($registry): void {
        $registry->register(new Tsena_Checkout_Blocks());
    });
});
