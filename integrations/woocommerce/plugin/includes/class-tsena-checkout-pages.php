<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The payment form on the pages of an order. */
final class Tsena_Checkout_Pages
{
    public static function register(): void
    {
        add_action('template_redirect', [self::class, 'lead_to_result'], 5); // before WooCommerce says that the order cannot be paid for
        add_action('wp_enqueue_scripts', [self::class, 'add_styles']);
        add_action('woocommerce_receipt_tsena', [self::class, 'show_form']);
        add_action('woocommerce_before_thankyou', [self::class, 'show_open_payment']);
        add_filter('woocommerce_thankyou_order_received_text', [self::class, 'filter_received_text'], 10, 2);
    }

    /** Leads from the payment page of an order that is paid, or may be, to the page that says so. */
    public static function lead_to_result(): void
    {
        if (!is_wc_endpoint_url('order-pay')) {
            return;
        }
        $order = wc_get_order(absint(get_query_var('order-pay')));
        // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- The order's key is the permission, as in WooCommerce. Nothing changes.
        $key = isset($_GET['key']) ? sanitize_text_field(wp_unslash($_GET['key'])) : '';
        if ($order instanceof WC_Order && $order->key_is_valid($key) && self::was_shown($order) && ($order->is_paid() || $order->has_status('on-hold'))) {
            wp_safe_redirect($order->get_checkout_order_received_url());
            exit;
        }
    }

    /** Before the page is drawn, so that nothing on it moves. */
    public static function add_styles(): void
    {
        if (is_wc_endpoint_url('order-pay') || is_wc_endpoint_url('order-received')) {
            wp_enqueue_style('tsena-checkout', plugins_url('assets/pay.css', TSENA_CHECKOUT_FILE), [], TSENA_CHECKOUT_VERSION);
        }
    }

    /** The payment page. */
    public static function show_form($order_id): void
    {
        $order = wc_get_order($order_id);
        if ($order instanceof WC_Order) {
            self::print_form($order, $order->get_checkout_order_received_url());
        }
    }

    /** The thank-you page of an order that is not paid yet begins with the form: the shopper can pay, or submit the operator's reference. */
    public static function show_open_payment($order_id): void
    {
        $order = wc_get_order($order_id);
        if (self::is_open($order)) {
            /* translators: %s: order number */
            printf('<h2>%s</h2>', esc_html(sprintf(__('Payment of order %s', 'tsena-checkout'), $order->get_order_number())));
            self::print_form($order, '');
        }
    }

    /** "Thank you" belongs to an order that is paid. While its webhook is on its way, the form above knows: see pay.js. */
    public static function filter_received_text($text, $order)
    {
        if (!self::is_open($order)) {
            return $text;
        }
        return sprintf(
            '<span id="tsena-checkout-text" data-paid="%s">%s</span>',
            esc_attr__('Paid. Thank you.', 'tsena-checkout'),
            esc_html__('Your order is saved. The state of its payment is shown above.', 'tsena-checkout')
        );
    }

    /** @param mixed $order */
    private static function is_open($order): bool
    {
        return $order instanceof WC_Order && self::was_shown($order) && $order->has_status(['pending', 'on-hold', 'failed']);
    }

    private static function was_shown(WC_Order $order): bool
    {
        return $order->get_payment_method() === 'tsena' && Tsena_Checkout_Order::was_shown($order);
    }

    /** @param string $received where a completed payment leads; '' to stay */
    private static function print_form(WC_Order $order, string $received): void
    {
        try {
            $token = Tsena_Checkout_Companion::order_token($order);
        } catch (TsenaException $error) {
            wc_print_notice(esc_html__('This order cannot be paid with mobile money. Please contact us.', 'tsena-checkout'), 'error');
            return;
        }
        if (Tsena_Checkout_Companion::environment_fault() !== null) {
            wc_print_notice(esc_html__('Mobile money is not available now. Your order is saved. If you have paid, do not pay again: contact us.', 'tsena-checkout'), 'error');
            return;
        }
        Tsena_Checkout_Order::mark_shown($order);
        $companion = Tsena_Checkout_Settings::companion_url();
        $locale = Tsena_Checkout_Settings::get('locale');
        // First, because it must hear what the form says.
        wp_enqueue_script('tsena-checkout-pay', plugins_url('assets/pay.js', TSENA_CHECKOUT_FILE), [], TSENA_CHECKOUT_VERSION, true);
        // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion -- The companion serves its current form at one address.
        wp_enqueue_script('tsena-checkout-form', "$companion/v1/checkout.js", ['tsena-checkout-pay'], null, ['strategy' => 'async', 'in_footer' => true]);
        $html = Tsena::checkoutHtml([
            'orderToken' => $token,
            'companionUrl' => $companion,
            'locale' => $locale === 'auto' ? determine_locale() : $locale,
        ]);
        // Plugins that bundle scripts change the script's address, from which the element would take the companion's.
        $html = str_replace('<tsena-checkout ', sprintf('<tsena-checkout companion-url="%s" ', esc_url($companion)), $html);
        ?>
        <div id="tsena-checkout" data-received="<?php echo esc_url($received); ?>">
            <?php echo $html; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- The SDK escapes everything in it. ?>
        </div>
        <?php
    }
}
