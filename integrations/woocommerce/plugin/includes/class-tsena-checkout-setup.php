<?php

defined('ABSPATH') || exit;

/** The row "On the companion" of the settings page: what it reports of itself, what to copy there, and the way to its own setup. */
final class Tsena_Checkout_Setup
{
    /** What concerns the shop, of the checks that the companion makes. */
    private const CHECKS = ['public_address', 'callback_seen', 'callbacks_accepted', 'webhook_answered'];

    public static function print_row(string $title): void
    {
        $url = Tsena_Checkout_Settings::companion_url();
        ?>
        <tr valign="top">
            <th scope="row" class="titledesc"><?php echo esc_html($title); ?></th>
            <td class="forminp">
                <?php $url === '' || self::print_state($url); ?>
                <p><?php esc_html_e('Copy these two lines into the companion’s settings:', 'tsena-checkout'); ?></p>
                <pre style="user-select:all;white-space:pre-wrap;overflow-wrap:anywhere">WEBHOOK_URL=<?php echo esc_html(Tsena_Checkout_Settings::webhook_url()); ?>

ALLOWED_ORIGINS=<?php echo esc_html(Tsena_Checkout_Settings::origin()); ?></pre>
                <?php Tsena_Checkout_Test_Connection::print_button(); ?>
            </td>
        </tr>
        <?php
    }

    private static function print_state(string $url): void
    {
        $name = Tsena_Checkout_Companion::partner_name();
        if ($name !== '') {
            printf('<p><strong>%s</strong></p>', esc_html($name));
        }
        foreach (self::state() as [$is_right, $text]) {
            printf('<p>%s %s</p>', $is_right ? '✓' : '⚠', esc_html($text));
        }
        printf('<p><a class="button" href="%s" target="_blank" rel="noopener">%s</a></p>', esc_url("$url/dashboard/#/setup"), esc_html__('Open the companion’s setup', 'tsena-checkout'));
    }

    /** @return list<array{bool, string}> sentences, each with whether there is nothing to do */
    private static function state(): array
    {
        if (Tsena_Checkout_Settings::get('merchant_api_key') === '') {
            return [[false, __('Enter a merchant key to see here whether callbacks and webhooks arrive.', 'tsena-checkout')]];
        }
        $answer = Tsena_Checkout_Companion::read_setup();
        if (($answer['code'] ?? '') === 'merchant_key_invalid') {
            return [[false, __('The companion does not accept the merchant key.', 'tsena-checkout')]];
        }
        $lines = [];
        foreach (is_array($answer['checks'] ?? null) ? $answer['checks'] : [] as $check) {
            if (in_array($check['name'] ?? '', self::CHECKS, true) && is_string($check['detail'] ?? null)) {
                $lines[] = [($check['result'] ?? '') === 'ok', $check['detail']];
            }
        }
        return $lines;
    }
}
