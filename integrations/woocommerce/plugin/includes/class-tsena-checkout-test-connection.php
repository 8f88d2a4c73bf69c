<?php

use Tsena\Tsena;
use Tsena\TsenaException;

defined('ABSPATH') || exit;

/** The button "Test the connection" of the settings page. It tests the saved settings. */
final class Tsena_Checkout_Test_Connection
{
    public static function register(): void
    {
        add_action('wp_ajax_tsena_test_connection', static function (): void {
            check_ajax_referer('tsena_test_connection');
            if (!current_user_can('manage_woocommerce')) {
                wp_send_json_error(__('You may not change the settings of this shop.', 'tsena-checkout'), 403);
            }
            $fault = self::fault();
            $fault === null ? wp_send_json_success(__('The connection works. The companion knows this shop’s order-token secret, and takes payments of the same environment.', 'tsena-checkout')) : wp_send_json_error($fault);
        });
    }

    public static function print_button(): void
    {
        wp_enqueue_script('tsena-checkout-settings', plugins_url('assets/settings.js', TSENA_CHECKOUT_FILE), [], TSENA_CHECKOUT_VERSION, true);
        $url = add_query_arg(['action' => 'tsena_test_connection', '_ajax_nonce' => wp_create_nonce('tsena_test_connection')], admin_url('admin-ajax.php'));
        ?>
        <button type="button" class="button" id="tsena-test-connection" data-url="<?php echo esc_attr($url); ?>"
            data-failed="<?php esc_attr_e('The test could not run. Reload this page and try again.', 'tsena-checkout'); ?>"><?php esc_html_e('Test the connection', 'tsena-checkout'); ?></button>
        <span role="status" id="tsena-test-result"></span>
        <p class="description"><?php esc_html_e('Save the settings first. The test moves no money.', 'tsena-checkout'); ?></p>
        <?php
    }

    /** What is wrong, and how to mend it; null if nothing is. */
    private static function fault(): ?string
    {
        if (Tsena_Checkout_Settings::companion_url() === '') {
            return __('Enter the companion address.', 'tsena-checkout');
        }
        try {
            Tsena::checkWebhookSecret(Tsena_Checkout_Settings::get('webhook_secret'));
        } catch (TsenaException $error) {
            return __('Enter the webhook secret: whsec_ and 24 to 64 bytes in base64.', 'tsena-checkout');
        }
        try {
            $token = Tsena::signOrderToken(['order' => Tsena_Checkout_Settings::get('order_prefix') . 'test', 'amount' => '100'], Tsena_Checkout_Settings::get('order_token_secret'), 60);
        } catch (TsenaException $error) {
            return __('Enter the order-token secret: at least 32 characters.', 'tsena-checkout');
        }
        $answer = Tsena_Checkout_Companion::read_checkout($token);
        if ($answer === null) {
            return __('The companion does not answer at this address. Check the address, and that the companion runs.', 'tsena-checkout');
        }
        $body = json_decode($answer['body'], true);
        $code = is_array($body) && is_string($body['code'] ?? null) ? $body['code'] : '';
        if ($code === 'order_token_invalid') {
            return __('The order-token secret is not the companion’s ORDER_TOKEN_SECRET.', 'tsena-checkout');
        }
        if ($code === 'order_token_expired') {
            return __('The clocks of this server and of the companion differ. Correct the one that is wrong.', 'tsena-checkout');
        }
        if ($answer['status'] !== 200 || !is_array($body) || !isset($body['environment'])) {
            /* translators: 1: HTTP status, 2: code of the problem */
            return sprintf(__('This address does not answer as a companion: HTTP %1$d %2$s. Check the address.', 'tsena-checkout'), $answer['status'], $code);
        }
        if ($body['environment'] !== Tsena_Checkout_Settings::get('environment')) {
            /* translators: %s: sandbox or production */
            return sprintf(__('The companion’s environment is “%s”. Choose the same one here.', 'tsena-checkout'), sanitize_text_field($body['environment']));
        }
        if (($answer['headers']['access-control-allow-origin'] ?? '') !== Tsena_Checkout_Settings::origin()) {
            /* translators: %s: the shop's origin */
            return sprintf(__('The companion does not allow this shop in browsers. Add %s to its ALLOWED_ORIGINS.', 'tsena-checkout'), Tsena_Checkout_Settings::origin());
        }
        return null;
    }
}
