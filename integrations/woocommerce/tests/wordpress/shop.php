<?php
// Acts on the WordPress that WORDPRESS_PATH names: reads one command as JSON from standard input, and prints its result as JSON.

$_SERVER['HTTP_HOST'] = 'localhost';
$_SERVER['REQUEST_URI'] = '/';
define('WP_USE_THEMES', false);
ob_start();
require getenv('WORDPRESS_PATH') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
$_SERVER['HTTP_HOST'] = wp_parse_url(home_url(), PHP_URL_HOST);

const SKU = 'TSENA-TEST';
const PLUGIN = 'tsena-checkout/tsena-checkout.php';

function describe_order(WC_Order $order): array
{
    $stock = wc_get_product(wc_get_product_id_by_sku(SKU));
    return [
        'id' => $order->get_id(),
        'status' => $order->get_status(),
        'paid' => $order->is_paid(),
        'method' => $order->get_payment_method(),
        'customer' => $order->get_customer_id(),
        'reference' => $order->get_transaction_id(),
        'stock' => $stock ? $stock->get_stock_quantity() : null,
        'notes' => array_values(array_filter(array_map(
            fn($note) => strpos($note->content, 'Tsena') === 0 ? preg_replace('/ \((pay|ref)_[^)]*\)/', '', $note->content) : null,
            wc_get_order_notes(['order_id' => $order->get_id(), 'order' => 'ASC'])
        ))),
    ];
}

function page_with(string $title, string $content): int
{
    $found = get_posts(['post_type' => 'page', 'title' => $title, 'numberposts' => 1]);
    return $found ? $found[0]->ID : wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => $title, 'post_content' => $content]);
}

function set_up(array $command): array
{
    wp_set_current_user(1);
    update_option('woocommerce_currency', 'MGA');
    update_option('woocommerce_price_num_decimals', '0');
    update_option('woocommerce_default_country', 'MG');
    update_option('woocommerce_coming_soon', 'no');
    update_option('woocommerce_enable_guest_checkout', 'yes');
    update_option('woocommerce_manage_stock', 'yes');
    update_option('woocommerce_hold_stock_minutes', '60');
    update_option('woocommerce_tsena_settings', $command['settings']);
    activate_plugin(PLUGIN);
    if (!wc_get_product_id_by_sku(SKU)) {
        $product = new WC_Product_Simple();
        $product->set_name('Vanilla');
        $product->set_sku(SKU);
        $product->set_regular_price('44500');
        $product->set_virtual(true);
        $product->set_manage_stock(true);
        $product->set_stock_quantity(1000);
        $product->save();
    }
    if (!username_exists('tsena-test')) {
        wc_create_new_customer('tsena-test@example.com', 'tsena-test', 'tsena-test-password');
    }
    return [
        'home' => home_url(),
        'product' => wc_get_product_id_by_sku(SKU),
        'block' => (int) get_option('woocommerce_checkout_page_id'),
        'classic' => page_with('Tsena classic checkout', '[woocommerce_checkout]'),
        'woocommerce' => WC()->version,
        'active' => is_plugin_active(PLUGIN),
    ];
}

function set_hpos(bool $is_on): string
{
    $synchronizer = wc_get_container()->get(Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class);
    if (!$synchronizer->check_orders_table_exists()) {
        $synchronizer->create_database_tables();
    }
    // By the table: WooCommerce refuses the change while orders of earlier tests are not copied to the other storage.
    global $wpdb;
    foreach (['woocommerce_custom_orders_table_enabled' => $is_on ? 'yes' : 'no', 'woocommerce_custom_orders_table_data_sync_enabled' => 'no'] as $name => $value) {
        add_option($name, $value);
        $wpdb->update($wpdb->options, ['option_value' => $value], ['option_name' => $name]);
    }
    wp_cache_flush();
    return get_option('woocommerce_custom_orders_table_enabled');
}

function create_order(array $command): array
{
    $order = wc_create_order(['status' => 'pending', 'created_via' => 'checkout']);
    $order->add_product(wc_get_product(wc_get_product_id_by_sku(SKU)), 1);
    $order->set_payment_method('tsena');
    $order->set_billing_email('guest@example.com');
    $order->calculate_totals();
    if (isset($command['total'])) {
        $order->set_total($command['total']);
    }
    $order->save();
    return describe_order($order) + ['token' => Tsena_Checkout_Companion::order_token($order), 'page' => $order->get_checkout_payment_url(true)];
}

function run(array $command)
{
    switch ($command['do']) {
        case 'set up':
            return set_up($command);
        case 'hpos':
            return set_hpos($command['on']);
        case 'checkout page':
            update_option('woocommerce_checkout_page_id', $command['id']);
            return true;
        case 'create':
            return create_order($command);
        case 'order':
            return describe_order(wc_get_order($command['id']));
        case 'cancel':
            wc_get_order($command['id'])->update_status('cancelled');
            return describe_order(wc_get_order($command['id']));
        case 'reduce stock': // as when the order is placed
            wc_maybe_reduce_stock_levels($command['id']);
            return describe_order(wc_get_order($command['id']));
        case 'cancel unpaid': // the cron job, when the order is two hours old
            $order = wc_get_order($command['id']);
            $order->set_date_created(time() - 7200);
            $order->set_date_modified(time() - 7200);
            $order->save();
            global $wpdb;
            $old = gmdate('Y-m-d H:i:s', time() - 7200);
            $wpdb->update($wpdb->posts, ['post_modified' => get_date_from_gmt($old), 'post_modified_gmt' => $old], ['ID' => $command['id']]);
            $wpdb->update($wpdb->prefix . 'wc_orders', ['date_updated_gmt' => $old], ['id' => $command['id']]);
            wp_cache_flush();
            wc_cancel_unpaid_orders();
            return describe_order(wc_get_order($command['id']));
        case 'may the shopper cancel':
            $statuses = apply_filters('woocommerce_valid_order_statuses_for_cancel', ['pending', 'failed'], wc_get_order($command['id']));
            return $statuses !== [];
        case 'refund': // as the button “Refund via Tsena Checkout” does
            if ($command['lost'] ?? false) {
                add_filter('http_response', fn($answer, $sent, $url) => strpos($url, '/refunds') === false ? $answer : new WP_Error('lost'), 10, 3);
            }
            $refund = wc_create_refund(['order_id' => $command['id'], 'amount' => $command['amount'], 'reason' => $command['reason'], 'refund_payment' => true]);
            return is_wp_error($refund) ? $refund->get_error_message() : 'refunded';
        case 'is offered':
            return isset(WC()->payment_gateways()->get_available_payment_gateways()['tsena']);
        case 'settings page':
            ob_start();
            (new Tsena_Checkout_Gateway())->admin_options();
            preg_match_all('~<div class="notice[^>]*><p>(.*?)</p>~', (string) ob_get_clean(), $notices);
            return array_map('html_entity_decode', $notices[1]);
        case 'companion row':
            ob_start();
            $gateway = new Tsena_Checkout_Gateway();
            $gateway->admin_options();
            preg_match('~<td class="forminp">\s*<p><strong>.*?(?=<p>Copy these)~s', (string) ob_get_clean(), $row);
            return html_entity_decode($row[0] ?? '');
        case 'currency':
            return update_option('woocommerce_currency', $command['code']);
        case 'price':
            $product = wc_get_product(wc_get_product_id_by_sku(SKU));
            $product->set_regular_price($command['of']);
            update_option('woocommerce_price_num_decimals', strpos($command['of'], '.') === false ? '0' : '2');
            return $product->save();
        case 'pages of links': // one with the shortcode, one with the block
            $link = wp_json_encode(['url' => $command['url'], 'text' => $command['text']]);
            return array_map('get_permalink', [
                page_with('Tsena shortcode', '[tsena_payment_link url="' . $command['url'] . '" text="' . $command['text'] . '"]'),
                page_with('Tsena block', "<!-- wp:tsena/payment-link $link /-->"),
            ]);
        case 'woocommerce':
            $command['on'] ? activate_plugin('woocommerce/woocommerce.php') : deactivate_plugins('woocommerce/woocommerce.php');
            return is_plugin_active(PLUGIN);
        case 'uninstall':
            define('WP_UNINSTALL_PLUGIN', PLUGIN);
            require WP_PLUGIN_DIR . '/tsena-checkout/uninstall.php';
            return [get_option('woocommerce_tsena_settings'), get_option('tsena_checkout_webhooks')];
        case 'settings form':
            $gateway = new Tsena_Checkout_Gateway();
            require_once WC_ABSPATH . 'includes/admin/class-wc-admin-settings.php';
            $data = [];
            foreach ($command['values'] as $name => $value) {
                $data["woocommerce_tsena_$name"] = $value;
            }
            $gateway->set_post_data($data + array_combine(
                array_map(fn($name) => "woocommerce_tsena_$name", array_keys(get_option('woocommerce_tsena_settings'))),
                array_values(get_option('woocommerce_tsena_settings'))
            ));
            $gateway->process_admin_options();
            return ['errors' => array_map('html_entity_decode', $gateway->get_errors()), 'settings' => get_option('woocommerce_tsena_settings')];
        case 'compatibility':
            return array_map(
                fn($feature) => in_array(PLUGIN, Automattic\WooCommerce\Utilities\FeaturesUtil::get_compatible_plugins_for_feature($feature)['compatible'], true),
                ['custom_order_tables', 'cart_checkout_blocks']
            );
        case 'translate':
            switch_to_locale($command['locale']);
            load_textdomain('tsena-checkout', WP_PLUGIN_DIR . "/tsena-checkout/languages/tsena-checkout-{$command['locale']}.mo");
            return __('Test the connection', 'tsena-checkout');
        case 'test connection': // with another clock than the companion's, if a date is given
            add_filter('http_response', static function (array $answer) use ($command) {
                isset($command['date']) && $answer['headers']['date'] = $command['date'];
                return $answer;
            });
            $say = static function (string $name) {
                $method = new ReflectionMethod('Tsena_Checkout_Test_Connection', $name);
                $method->setAccessible(true);
                return $method->invoke(null);
            };
            return $say('fault') ?? $say('success');
    }
    throw new InvalidArgumentException($command['do']);
}

$result = run(json_decode(stream_get_contents(STDIN), true));
ob_end_clean();
echo json_encode($result, JSON_THROW_ON_ERROR);
