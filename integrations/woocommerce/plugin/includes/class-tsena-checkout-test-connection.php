<?php

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
            $fault === null ? wp_send_json_success(self::success()) : wp_send_json_error($fault);
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

    private static function success(): string
    {
        $works = __('The connection works. The companion knows this shop’s order-token secret, and takes payments of the same environment.', 'tsena-checkout');
        $verified = Tsena_Checkout_Webhook::times()['verified'];
        if ($verified === 0) {
            return $works . ' ' . __('The webhook was not tested yet: run “tsena doctor” on the companion.', 'tsena-checkout');
        }
        /* translators: %s: date and time */
        return $works . ' ' . sprintf(__('The last webhook was verified on %s.', 'tsena-checkout'), self::time($verified));
    }

    /** Says on the settings page why mobile money is not offered, and that webhooks are refused. */
    public static function print_notices(): void
    {
        $fault = Tsena_Checkout_Settings::fault() ?? Tsena_Checkout_Companion::environment_fault(true);
        if ($fault !== null) {
            printf('<div class="notice notice-error inline"><p>%s %s</p></div>', esc_html__('Mobile money is not offered at checkout.', 'tsena-checkout'), esc_html($fault));
        }
        $times = Tsena_Checkout_Webhook::times();
        if ($times['refused'] > $times['verified']) {
            /* translators: %s: date and time */
            $text = __('A webhook with a wrong signature was refused on %s. If it came from your companion, paid orders stay unpaid: enter its WEBHOOK_SECRET as the webhook secret.', 'tsena-checkout');
            printf('<div class="notice notice-warning inline"><p>%s</p></div>', esc_html(sprintf($text, self::time($times['refused']))));
        }
    }

    private static function time(int $seconds): string
    {
        return (string) wp_date(get_option('date_format') . ' ' . get_option('time_format'), $seconds);
    }

    /** What is wrong, and how to mend it; null if nothing is. */
    private static function fault(): ?string
    {
        $fault = Tsena_Checkout_Settings::fault();
        if ($fault !== null) {
            return $fault;
        }
        $answer = Tsena_Checkout_Companion::read_test_checkout();
        if ($answer === null) {
            return __('The companion does not answer at this address. Check the address, and that the companion runs.', 'tsena-checkout');
        }
        $body = json_decode($answer['body'], true);
        $code = is_array($body) && is_string($body['code'] ?? null) ? $body['code'] : '';
        if ($code === 'order_token_invalid') {
            return __('The order-token secret is not the companion’s ORDER_TOKEN_SECRET.', 'tsena-checkout');
        }
        // Webhooks are refused if the clocks differ by more than five minutes, whichever is ahead.
        $seconds_apart = abs((int) strtotime($answer['headers']['date'] ?? 'now') - time());
        if ($code === 'order_token_expired' || $seconds_apart > MINUTE_IN_SECONDS) {
            return __('The clocks of this server and of the companion differ. Correct the one that is wrong.', 'tsena-checkout');
        }
        if ($answer['status'] !== 200 || !is_array($body) || !isset($body['environment'])) {
            /* translators: 1: HTTP status, 2: code of the problem */
            return sprintf(__('This address does not answer as a companion: HTTP %1$d %2$s. Check the address.', 'tsena-checkout'), $answer['status'], $code);
        }
        Tsena_Checkout_Companion::keep_environment($body['environment']);
        $fault = Tsena_Checkout_Companion::environment_fault();
        if ($fault !== null) {
            return $fault;
        }
        if (($answer['headers']['access-control-allow-origin'] ?? '') !== Tsena_Checkout_Settings::origin()) {
            /* translators: %s: the shop's origin */
            return sprintf(__('The companion does not allow this shop in browsers. Add %s to its ALLOWED_ORIGINS.', 'tsena-checkout'), Tsena_Checkout_Settings::origin());
        }
        return null;
    }
}
