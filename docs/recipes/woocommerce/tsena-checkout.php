<?php
/**
 * Plugin Name: Tsena Checkout
 * Description: Mobile money through a Tsena companion.
 * Version: 0.1.0
 * Requires Plugins: woocommerce
 */

defined('ABSPATH') || exit;

function tsena_option(string $name): string {
    return (string) (get_option('woocommerce_tsena_settings')[$name] ?? '');
}

/** The key that verifies webhooks; null if the secret is missing or too short. An empty key is a valid HMAC key, so anyone could sign with it. */
function tsena_webhook_key(): ?string {
    $secret = tsena_option('webhook_secret');
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, strlen('whsec_')), true) : false;
    return is_string($key) && strlen($key) >= 24 ? $key : null;
}

function tsena_has_secrets(): bool {
    return tsena_webhook_key() !== null && strlen(tsena_option('order_token_secret')) >= 32;
}

/** The order's total in whole Ariary, as digits; null if the total is not whole. */
function tsena_amount(WC_Order $order): ?string {
    $total = (float) $order->get_total();
    return $total === round($total) ? (string) (int) $total : null;
}

function tsena_order_token(WC_Order $order): string {
    if (!tsena_has_secrets()) throw new LogicException('Tsena: a secret is missing or too short.');
    $encode = fn(string $data): string => rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
    $claims = [
        'sub' => 'WC-' . $order->get_id(),
        'amount' => tsena_amount($order),
        'returnUrl' => $order->get_checkout_order_received_url(),
        'exp' => time() + 2 * HOUR_IN_SECONDS,
    ];
    $unsigned = $encode(wp_json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $encode(wp_json_encode($claims));
    return $unsigned . '.' . $encode(hash_hmac('sha256', $unsigned, tsena_option('order_token_secret'), true));
}

function tsena_is_signature_valid(string $body): bool {
    $key = tsena_webhook_key();
    if ($key === null) return false;
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent_at) || abs(time() - (int) $sent_at) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent_at.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}

/** WEBHOOK_URL is https://shop.example/?wc-api=tsena */
add_action('woocommerce_api_tsena', function (): void {
    $body = (string) file_get_contents('php://input');
    if (!tsena_is_signature_valid($body)) {
        status_header(401);
        exit;
    }
    ['type' => $type, 'data' => $payment] = json_decode($body, true);
    status_header(204);
    if (!str_starts_with($payment['order'] ?? '', 'WC-')) exit;
    $order = wc_get_order((int) substr($payment['order'], strlen('WC-')));
    if (!$order instanceof WC_Order) exit;
    if ($payment['environment'] !== (tsena_option('environment') ?: 'sandbox')) { // a sandbox payment must not pay a real order
        status_header(403);
        exit;
    }
    if ($type === 'payment.completed' && $payment['amount'] === tsena_amount($order) && $payment['currency'] === 'MGA') {
        // The same webhook can arrive twice.
        if (!$order->is_paid()) $order->payment_complete($payment['transactionReference'] ?? '');
        exit;
    }
    $notes = [
        'payment.completed' => 'The payment is completed, but its amount differs from the order. Check it before you deliver.',
        'payment.unresolved' => 'The operator’s answer was lost. The customer may have paid: do not ask for a second payment.',
        'payment.review_required' => 'This payment needs review. Do not deliver before you have checked it.',
        'order.overpaid' => 'The order was paid twice. Refund one payment.',
    ];
    if (isset($notes[$type])) $order->add_order_note("Tsena: {$notes[$type]} ({$payment['id']})");
    exit;
});

add_filter('woocommerce_payment_gateways', fn(array $gateways): array => [...$gateways, 'WC_Gateway_Tsena']);

add_action('plugins_loaded', function (): void {
    if (!class_exists('WC_Payment_Gateway')) return;

    class WC_Gateway_Tsena extends WC_Payment_Gateway {
        public function __construct() {
            $this->id = 'tsena';
            $this->method_title = 'Tsena Checkout';
            $this->method_description = 'Mobile money through your Tsena companion.';
            $this->form_fields = [
                'enabled' => ['title' => 'Enabled', 'type' => 'checkbox', 'default' => 'no'],
                'title' => ['title' => 'Title', 'type' => 'text', 'default' => 'Mobile money'],
                'companion_url' => ['title' => 'Companion address', 'type' => 'text', 'default' => 'https://pay.example'],
                'order_token_secret' => ['title' => 'ORDER_TOKEN_SECRET', 'type' => 'password', 'description' => 'At least 32 characters.'],
                'webhook_secret' => ['title' => 'WEBHOOK_SECRET', 'type' => 'password', 'description' => 'whsec_ and at least 24 bytes in base64.'],
                'environment' => ['title' => 'Environment', 'type' => 'select', 'default' => 'sandbox', 'options' => ['sandbox' => 'Sandbox', 'production' => 'Production']],
                'locale' => ['title' => 'Language', 'type' => 'select', 'default' => 'mg', 'options' => ['mg' => 'Malagasy', 'fr' => 'Français', 'en' => 'English']],
            ];
            $this->init_settings();
            $this->title = $this->get_option('title');
            add_action('woocommerce_update_options_payment_gateways_tsena', [$this, 'process_admin_options']);
            add_action('woocommerce_receipt_tsena', [$this, 'show_widget']);
        }

        public function is_available(): bool {
            return parent::is_available() && tsena_has_secrets() && get_woocommerce_currency() === 'MGA';
        }

        public function needs_setup(): bool {
            return !tsena_has_secrets();
        }

        public function process_payment($order_id): array {
            $order = wc_get_order($order_id);
            if (tsena_amount($order) === null) {
                wc_add_notice('Mobile money takes whole Ariary.', 'error');
                return ['result' => 'failure'];
            }
            return ['result' => 'success', 'redirect' => $order->get_checkout_payment_url(true)];
        }

        public function show_widget($order_id): void {
            printf(
                '<script async src="%s/v1/checkout.js" data-order-token="%s" data-locale="%s"></script>',
                esc_url($this->get_option('companion_url')),
                esc_attr(tsena_order_token(wc_get_order($order_id))),
                esc_attr($this->get_option('locale')),
            );
        }
    }
});
