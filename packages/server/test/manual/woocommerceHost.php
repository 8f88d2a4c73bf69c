<?php
// As much of WordPress and WooCommerce as the plugin's webhook needs, on PHP's own server. One order: WC-1042 of Ar 44 500.

define('ABSPATH', __DIR__ . '/');
define('HOUR_IN_SECONDS', 3600);
$actions = [];
$paid = getenv('TMPDIR') . '/paid';

function add_action(string $name, callable|array $action): void {
    $GLOBALS['actions'][$name] = $action;
}
function add_filter(string $name, callable $filter): void {
}
function get_option(string $name): mixed {
    return json_decode((string) getenv('SETTINGS'), true) ?? false;
}
function status_header(int $status): void {
    http_response_code($status);
}
function get_woocommerce_currency(): string {
    return 'MGA';
}
function wp_json_encode(mixed $data): string {
    return json_encode($data);
}
function wc_get_order(int $id): WC_Order|false {
    return $id === 1042 ? new WC_Order() : false;
}

class WC_Order {
    public function get_id(): int {
        return 1042;
    }
    public function get_total(): string {
        return '44500';
    }
    public function get_checkout_order_received_url(): string {
        return 'https://shop.example/received';
    }
    public function is_paid(): bool {
        return file_exists($GLOBALS['paid']);
    }
    public function payment_complete(string $reference): void {
        touch($GLOBALS['paid']);
    }
    public function add_order_note(string $note): void {
    }
}

class WC_Payment_Gateway {
    public $id, $title, $method_title, $method_description, $form_fields;

    public function init_settings(): void {
    }
    public function get_option(string $name): string {
        return tsena_option($name);
    }
    public function is_available(): bool {
        return true;
    }
}

require getenv('RECIPES') . '/woocommerce/tsena-checkout.php';

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $actions['woocommerce_api_tsena']();
}
$actions['plugins_loaded']();
$order = new WC_Order();
try {
    $token = tsena_order_token($order);
} catch (LogicException) {
    $token = null;
}
echo json_encode(['paid' => $order->is_paid(), 'offered' => (new WC_Gateway_Tsena())->is_available(), 'signed' => $token !== null]);
