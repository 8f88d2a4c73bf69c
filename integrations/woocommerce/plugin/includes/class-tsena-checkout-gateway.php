<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The payment method `tsena`. */
class Tsena_Checkout_Gateway extends WC_Payment_Gateway
{
    public function __construct()
    {
        $this->id = 'tsena';
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->method_title = 'Tsena Checkout';
        $this->method_description = __('Mobile money through your own Tsena companion. The customer confirms on the phone.', 'tsena-checkout');
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = __('You confirm the payment on your phone.', 'tsena-checkout');
        add_action('woocommerce_update_options_payment_gateways_tsena', [$this, 'process_admin_options']);
    }

    public function init_form_fields(): void
    {
        $this->form_fields = [
            'enabled' => ['title' => __('Enabled', 'tsena-checkout'), 'type' => 'checkbox', 'label' => __('Offer mobile money at checkout', 'tsena-checkout'), 'default' => 'no'],
            'title' => ['title' => __('Title', 'tsena-checkout'), 'type' => 'text', 'description' => __('What customers see at checkout.', 'tsena-checkout'), 'default' => __('Mobile money', 'tsena-checkout')],
            'companion_url' => ['title' => __('Companion address', 'tsena-checkout'), 'type' => 'text', 'placeholder' => 'https://pay.example', 'description' => __('The PUBLIC_URL of your companion.', 'tsena-checkout'), 'default' => ''],
            'order_token_secret' => ['title' => __('Order-token secret', 'tsena-checkout'), 'type' => 'password', 'description' => __('The companion’s ORDER_TOKEN_SECRET: at least 32 characters.', 'tsena-checkout'), 'default' => ''],
            'webhook_secret' => ['title' => __('Webhook secret', 'tsena-checkout'), 'type' => 'password', 'description' => __('The companion’s WEBHOOK_SECRET: whsec_ and 24 to 64 bytes in base64.', 'tsena-checkout'), 'default' => ''],
            'environment' => ['title' => __('Environment', 'tsena-checkout'), 'type' => 'select', 'description' => __('The same as the companion’s OPERATOR_ENVIRONMENT. Payments of the other one never count.', 'tsena-checkout'), 'default' => 'sandbox', 'options' => ['sandbox' => __('Sandbox: no real money', 'tsena-checkout'), 'production' => __('Production', 'tsena-checkout')]],
            'locale' => ['title' => __('Language of the payment form', 'tsena-checkout'), 'type' => 'select', 'default' => 'auto', 'options' => ['auto' => __('The language of the page', 'tsena-checkout'), 'mg' => 'Malagasy', 'fr' => 'Français', 'en' => 'English']],
            'order_prefix' => ['title' => __('Prefix of order references', 'tsena-checkout'), 'type' => 'text', 'description' => __('Choose another one for each shop that uses the same companion. Do not change it while payments are open.', 'tsena-checkout'), 'default' => 'WC-'],
            'merchant_api_key' => ['title' => __('Merchant key', 'tsena-checkout'), 'type' => 'password', 'description' => __('Optional: records refunds at the companion, and shows its state below. A key with the scope “operate” is enough.', 'tsena-checkout'), 'default' => ''],
            'setup' => ['title' => __('On the companion', 'tsena-checkout'), 'type' => 'tsena_setup'],
        ];
    }

    public function generate_tsena_setup_html($key, $data): string
    {
        ob_start();
        Tsena_Checkout_Setup::print_row($data['title']);
        return (string) ob_get_clean();
    }

    /** @throws Exception that names what is wrong; WooCommerce keeps the value before */
    public function validate_companion_url_field($key, $value): string
    {
        $url = rtrim(trim((string) $value), '/');
        if ($url !== '' && !Tsena_Checkout_Settings::is_url($url)) {
            throw new Exception(esc_html__('The companion address must begin with https:// (or http:// on your own machine or network). It was not changed.', 'tsena-checkout'));
        }
        return $url;
    }

    public function validate_order_token_secret_field($key, $value): string
    {
        return $this->checked_secret((string) $value, [Tsena::class, 'checkOrderTokenSecret'], __('The order-token secret needs at least 32 characters. It was not changed.', 'tsena-checkout'));
    }

    public function validate_webhook_secret_field($key, $value): string
    {
        return $this->checked_secret((string) $value, [Tsena::class, 'checkWebhookSecret'], __('The webhook secret needs whsec_ and 24 to 64 bytes in base64. It was not changed.', 'tsena-checkout'));
    }

    public function validate_merchant_api_key_field($key, $value): string
    {
        $api_key = trim((string) $value);
        $is_whole = strpos($api_key, 'tsena_') === 0 ? preg_match('/\Atsena_(live|test)_[0-9A-Za-z]{36}\z/', $api_key) : preg_match('/\A[\x21-\x7e]*\z/', $api_key);
        if ($is_whole !== 1) {
            throw new Exception(esc_html__('The merchant key is not complete. Copy it whole, or create a new one in the companion’s dashboard. It was not changed.', 'tsena-checkout'));
        }
        return $api_key;
    }

    public function validate_order_prefix_field($key, $value): string
    {
        $prefix = trim((string) $value);
        $fault = Tsena_Checkout_Rules::fault_of_prefix($prefix);
        if ($fault === 'reserved') {
            throw new Exception(esc_html__('The prefix of order references must not begin with LNK- or CTR-, which the companion uses. It was not changed.', 'tsena-checkout'));
        }
        if ($fault !== null) {
            throw new Exception(esc_html__('The prefix of order references needs 1 to 30 letters, digits, dots, hyphens or underscores, and must not end with a digit. It was not changed.', 'tsena-checkout'));
        }
        return $prefix;
    }

    private function checked_secret(string $value, callable $check, string $message): string
    {
        $secret = trim($value);
        try {
            if ($secret !== '') {
                $check($secret);
            }
            return $secret;
        } catch (TsenaException $error) {
            throw new Exception(esc_html($message));
        }
    }

    public function process_admin_options(): bool
    {
        $is_saved = parent::process_admin_options();
        foreach ($this->get_errors() as $error) {
            WC_Admin_Settings::add_error($error);
        }
        return $is_saved;
    }

    public function admin_options(): void
    {
        Tsena_Checkout_Test_Connection::print_notices();
        parent::admin_options();
    }

    public function is_available(): bool
    {
        return parent::is_available() && $this->is_account_connected();
    }

    /** Whether mobile money can be offered. WooCommerce's page *Payments* asks, and says "Active" only then. */
    public function is_account_connected(): bool
    {
        return Tsena_Checkout_Settings::fault() === null && Tsena_Checkout_Companion::environment_fault() === null;
    }

    /** The page *Payments* says "Test mode" then. */
    public function is_test_mode(): bool
    {
        return Tsena_Checkout_Settings::get('environment') !== 'production';
    }

    public function needs_setup(): bool
    {
        return Tsena_Checkout_Settings::fault() !== null;
    }

    /**
     * @return array<string, string>
     * @throws Exception with the sentence that both checkouts show
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        if (!$order instanceof WC_Order || Tsena_Checkout_Rules::amount_of((string) $order->get_total()) === null) {
            throw new Exception(esc_html__('Mobile money takes whole Ariary, at least 100. Choose another payment method.', 'tsena-checkout'));
        }
        return ['result' => 'success', 'redirect' => $order->get_checkout_payment_url(true)];
    }

    /**
     * Records a refund at the companion. The money itself is sent by hand: the operator's interface has no refunds.
     *
     * @return true|WP_Error
     */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        $digits = Tsena_Checkout_Rules::refund_amount_of((string) $amount);
        $payment_id = $order instanceof WC_Order ? (string) $order->get_meta('_tsena_payment_id') : '';
        if ($payment_id === '') {
            return new WP_Error('tsena', __('No completed payment of this order is known here. Use “Refund manually”, and record the refund in the companion’s dashboard.', 'tsena-checkout'));
        }
        if ($digits === null) {
            return new WP_Error('tsena', __('A refund must be whole Ariary, at least 1.', 'tsena-checkout'));
        }
        $body = ['amount' => $digits, 'reason' => trim((string) $reason) === '' ? sprintf('Order %s', $order->get_order_number()) : trim((string) $reason)];
        // The webhook of this refund waits until the order knows it.
        $recorded = Tsena_Checkout_Order::locked($order->get_id(), static function () use ($order_id, $payment_id, $body) {
            // As another refund has left it, while this one waited.
            return self::record_refund(wc_get_order($order_id), $payment_id, $body);
        });
        return $recorded ?? new WP_Error('tsena', __('Another change of this order is in progress. No refund was recorded. Try again.', 'tsena-checkout'));
    }

    /** @return true|WP_Error */
    private static function record_refund(WC_Order $order, string $payment_id, array $body)
    {
        if (Tsena_Checkout_Settings::get('merchant_api_key') === '') {
            return new WP_Error('tsena', __('Enter a merchant key in the settings of Tsena Checkout to record refunds, or use “Refund manually”. No money has moved.', 'tsena-checkout'));
        }
        $begun = array_filter((array) $order->get_meta('_tsena_refunds_begun'), 'is_array');
        $refund_id = Tsena_Checkout_Rules::refund_to_record($begun, $body, self::newest_refund($order));
        $order->update_meta_data('_tsena_refunds_begun', [$refund_id => $body] + $begun);
        $order->save_meta_data();
        try {
            $refund = Tsena_Checkout_Companion::record_refund($payment_id, $body, sprintf('wc-%s-refund-%s', $order->get_id(), $refund_id));
            // The record of an earlier try was voided.
            while ($refund['status'] === 'voided') {
                $refund = Tsena_Checkout_Companion::record_refund($payment_id, $body, 'wc-' . $refund['id']);
            }
        } catch (TsenaException $error) {
            return new WP_Error('tsena', self::refund_fault($error));
        }
        $order->update_meta_data('_tsena_refunds_begun', array_diff_key($begun, [$refund_id => null]));
        Tsena_Checkout_Order::add_refund($order, $refund['id'], $body['amount']);
        return true;
    }

    /** The id of the refund that WooCommerce has just made; a random one if it has made none. */
    private static function newest_refund(WC_Order $order): string
    {
        $unfinished = array_filter($order->get_refunds(), static fn($refund) => !$refund->get_refunded_payment());
        $ids = array_map(static fn($refund) => $refund->get_id(), $unfinished);
        return $ids === [] ? wp_generate_uuid4() : (string) max($ids);
    }

    /** What went wrong, what it means for the money, and what to do. */
    private static function refund_fault(TsenaException $error): string
    {
        $faults = [
            'merchant_key_invalid' => __('The companion does not know the merchant key of this shop. No refund was recorded.', 'tsena-checkout'),
            'scope_insufficient' => __('The merchant key may not record refunds: it needs the scope “operate”. No refund was recorded.', 'tsena-checkout'),
            'merchant_api_off' => __('The merchant API of the companion is off. Use “Refund manually”. No refund was recorded.', 'tsena-checkout'),
            'not_found' => __('This companion cannot record refunds. Use “Refund manually”. No refund was recorded.', 'tsena-checkout'),
            'payment_not_found' => __('The companion does not know this payment. No refund was recorded.', 'tsena-checkout'),
            'refund_not_possible' => __('The companion knows this payment as not paid, so that there is nothing to refund.', 'tsena-checkout'),
            'refund_exceeds_payment' => __('The refund is larger than what is left of this payment. No refund was recorded.', 'tsena-checkout'),
            'idempotency_key_reused' => __('This refund was already recorded with another reason. Check the refunds of this payment in the companion’s dashboard.', 'tsena-checkout'),
            'companion_unreachable' => __('The companion did not answer. The refund may have been recorded. Press again with the same amount and reason: it is recorded once.', 'tsena-checkout'),
        ];
        $fault = $faults[$error->code()] ?? sprintf('%s (%s)', $error->getMessage(), $error->code());
        return strpos($error->getMessage(), 'HTTP ') === 0 ? sprintf('%s (%s)', $fault, $error->getMessage()) : $fault;
    }
}
