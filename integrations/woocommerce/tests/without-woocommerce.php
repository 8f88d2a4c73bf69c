<?php
// The plugin in a WordPress without WooCommerce: what it hooks into, which capabilities it asks for, and what it shows.

define('ABSPATH', __DIR__ . '/');
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message): bool {
    throw new ErrorException($message, 0, $level);
});
$hooks = [];
$asked = [];

function add_action(string $name, $action): void
{
    $GLOBALS['hooks'][$name] = $action;
}
function add_filter(string $name, $filter): void
{
    add_action($name, $filter);
}
/** WordPress warns of a capability of one post whose type nothing has registered, as WooCommerce's orders then. */
function current_user_can(string $capability, ...$of): bool
{
    $GLOBALS['asked'][] = [$capability, ...$of];
    return true;
}
function shortcode_atts(array $defaults, array $given): array
{
    return array_intersect_key($given, $defaults) + $defaults;
}
function __(string $text): string
{
    return $text;
}
function esc_html__(string $text): string
{
    return $text;
}
function plugins_url(string $path): string
{
    return $path;
}
function plugin_basename(string $file): string
{
    return $file;
}
function add_shortcode(): void
{
}
function load_plugin_textdomain(): void
{
}
function wp_register_script(): void
{
}
function wp_localize_script(): void
{
}
function register_block_type(): void
{
}

require __DIR__ . '/../plugin/tsena-checkout.php';
$before = array_keys($hooks);
foreach (['before_woocommerce_init', 'plugins_loaded', 'init', 'woocommerce_blocks_loaded'] as $name) {
    $hooks[$name]();
}
$shown = Tsena_Checkout_Link::render(['url' => 'https://shop.example']);
echo json_encode(['added' => array_diff(array_keys($hooks), $before), 'asked' => $asked, 'shown' => $shown]);
