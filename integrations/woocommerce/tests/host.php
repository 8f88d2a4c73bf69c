<?php
// As much of WordPress and WooCommerce as the plugin needs, on PHP's own server. One order: WC-1042 of Ar 44 500.
// SETTINGS is the option, STATE a file that keeps the order.

define('ABSPATH', __DIR__ . '/');
define('MINUTE_IN_SECONDS', 60);
error_reporting(E_ALL);
$actions = [];

function add_action(string $name, $action): void
{
    $GLOBALS['actions'][$name][] = $action;
}
function add_filter(string $name, $filter): void
{
    add_action($name, $filter);
}
function do_action(string $name): void
{
    foreach ($GLOBALS['actions'][$name] ?? [] as $action) {
        $action();
    }
}
function get_option(string $name)
{
    return $name === 'woocommerce_tsena_settings' ? json_decode((string) getenv('SETTINGS'), true) ?? false : read_state()[$name] ?? '';
}
function update_option(string $name, $value): void
{
    write_state([$name => $value] + read_state());
}
/** What the companion's GET /v1/checkout names. */
function get_transient(string $name): string
{
    return strpos($name, 'tsena_checkout_environment_') === 0 ? (string) getenv('COMPANION_ENVIRONMENT') : '';
}
function sanitize_text_field(string $text): string
{
    return $text;
}
function get_woocommerce_currency(): string
{
    return getenv('CURRENCY') ?: 'MGA';
}
function status_header(int $status): void
{
    http_response_code($status);
}
function __(string $text, string $domain): string
{
    return $text;
}
function wp_cache_flush_runtime(): void
{
}
function wp_mail(string $to, string $subject, string $text): void
{
    $state = read_state();
    $state['mails'][] = $subject;
    write_state($state);
}
function wc_get_logger(): object
{
    return new class {
        public function __call(string $name, array $arguments): void
        {
            $state = read_state();
            $state['log'][] = $arguments[0];
            write_state($state);
        }
    };
}
function wc_get_order(int $id)
{
    return $id === 1042 ? new WC_Order() : false;
}
function read_state(): array
{
    return json_decode((string) @file_get_contents(getenv('STATE')), true) ?? ['status' => 'pending', 'meta' => [], 'notes' => [], 'mails' => [], 'log' => []];
}
function write_state(array $state): void
{
    file_put_contents(getenv('STATE'), json_encode($state));
}

class wpdb
{
    public $prefix = 'wp_';

    public function prepare(string $query, ...$values): string
    {
        return $query;
    }
    public function get_var(string $query): ?string
    {
        return getenv('LOCK') === false ? '1' : (getenv('LOCK') === 'null' ? null : (string) getenv('LOCK'));
    }
}
$wpdb = new wpdb();

class WC_Order
{
    /** What the methods without a state answer. */
    private const ANSWERS = [
        'get_id' => 1042,
        'get_order_number' => '1042',
        'get_total' => '44500.00',
        'get_currency' => 'MGA',
        'get_payment_method' => 'tsena',
        'get_checkout_order_received_url' => 'https://shop.example/received',
    ];

    private $state;

    public function __construct()
    {
        $this->state = read_state();
    }

    public function __call(string $name, array $arguments)
    {
        return self::ANSWERS[$name];
    }

    public function get_status(): string
    {
        return $this->state['status'];
    }

    public function is_paid(): bool
    {
        return $this->state['status'] === 'processing';
    }

    public function get_date_paid()
    {
        return $this->state['paid_at'] ?? null;
    }

    public function get_transaction_id(): string
    {
        return $this->state['reference'] ?? '';
    }

    public function get_meta(string $name)
    {
        return $this->state['meta'][$name] ?? '';
    }

    public function update_meta_data(string $name, $value): void
    {
        $this->state['meta'][$name] = $value;
    }

    public function payment_complete(string $reference): bool
    {
        $this->state = ['status' => 'processing', 'reference' => $reference, 'paid_at' => 'now'] + $this->state;
        $this->save();
        return true;
    }

    public function update_status(string $status, string $note): void
    {
        $this->state['status'] = $status;
        $this->add_order_note($note);
        $this->save();
    }

    public function add_order_note(string $note): void
    {
        $this->state['notes'][] = $note;
    }

    public function save(): void
    {
        $state = read_state();
        write_state(['mails' => $state['mails'], 'log' => $state['log']] + $this->state);
    }

    public function save_meta_data(): void
    {
        $this->save();
    }
}

class WC_Payment_Gateway
{
    public $id, $title, $description, $has_fields, $supports, $method_title, $method_description, $form_fields;

    public function init_settings(): void
    {
    }
    public function get_option(string $name): string
    {
        return Tsena_Checkout_Settings::get($name);
    }
    public function is_available(): bool
    {
        return true;
    }
}

require __DIR__ . '/../dist/tsena-checkout/tsena-checkout.php';
do_action('plugins_loaded');

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    do_action('woocommerce_api_tsena');
}
try {
    $is_signed = Tsena_Checkout_Companion::order_token(new WC_Order()) !== '';
} catch (Tsena\TsenaException $error) {
    $is_signed = false;
}
$state = read_state();
$gateway = new Tsena_Checkout_Gateway();
if (isset($_GET['payments'])) { // what the page *Payments* of WooCommerce asks
    echo json_encode(['offered' => $gateway->is_available(), 'connected' => $gateway->is_account_connected(), 'test' => $gateway->is_test_mode()]);
    return;
}
echo json_encode(['status' => $state['status'], 'notes' => count($state['notes']), 'mails' => $state['mails'], 'offered' => $gateway->is_available(), 'signed' => $is_signed, 'log' => count($state['log'])]);
