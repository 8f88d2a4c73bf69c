<?php
// Loads Laravel, the package as its composer.json says, and the application. LARAVEL_AUTOLOAD names another Laravel than Debian's.

error_reporting(E_ALL & ~E_DEPRECATED); // Laravel 8 on a newer PHP
define('LARAVEL_START', microtime(true));
$repository = getenv('TSENA_REPOSITORY');
$laravel = getenv('LARAVEL_AUTOLOAD') ?: 'Illuminate/autoload.php';
$namespaces = ['App\\' => dirname(__DIR__) . '/app/'];
if ($laravel === 'Illuminate/autoload.php') { // Debian leaves these two out
    $foundation = stream_resolve_include_path('Illuminate/Foundation');
    $namespaces['Illuminate\\Foundation\\'] = "$foundation/";
    require_once "$foundation/helpers.php";
}
require_once $laravel;
$package = json_decode(file_get_contents("$repository/integrations/laravel/composer.json"), true);
foreach ($package['autoload']['psr-4'] as $prefix => $folder) {
    $namespaces[$prefix] = "$repository/integrations/laravel/$folder";
}
spl_autoload_register(static function (string $class) use ($namespaces): void {
    foreach ($namespaces as $prefix => $folder) {
        $file = $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (strpos($class, $prefix) === 0 && is_file($file)) {
            require_once $file;
        }
    }
});
require_once "$repository/sdks/php/Tsena.php";
