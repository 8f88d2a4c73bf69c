<?php
// As much of PrestaShop as the module's webhook needs, on PHP's own server. One order: PS-1042 of Ar 44 500.

namespace PrestaShop\PrestaShop\Core\Payment {
    class PaymentOption {
        public function __call(string $name, array $arguments): static {
            return $this;
        }
    }
}

namespace {
    define('_PS_VERSION_', '8.2.0');
    define('WAITING', 7);
    define('PAID', 2);
    $paid = getenv('TMPDIR') . '/paid';

    class Configuration {
        public static function get(string $name): mixed {
            $settings = json_decode((string) getenv('SETTINGS'), true) ?? [];
            $own = ['TSENA_OS_WAITING' => WAITING, 'PS_OS_PAYMENT' => PAID];
            $names = ['TSENA_ORDER_TOKEN_SECRET' => 'order_token_secret', 'TSENA_WEBHOOK_SECRET' => 'webhook_secret'];
            return $own[$name] ?? $settings[$names[$name] ?? ''] ?? false;
        }
    }
    class Order {
        public int $id_currency = 1;
        public string $total_paid = '44500.000000';
        public int $current_state;

        public function __construct(public int $id) {
            $this->current_state = file_exists($GLOBALS['paid']) ? PAID : WAITING;
        }
    }
    class Currency {
        public string $iso_code = 'MGA';

        public function __construct(int $id) {
        }
    }
    class Validate {
        public static function isLoadedObject(Order $order): bool {
            return $order->id === 1042;
        }
    }
    class OrderHistory {
        public int $id_order;

        public function changeIdOrderState(int $state, Order $order, bool $useExisting): void {
            if ($state === PAID) touch($GLOBALS['paid']);
        }
        public function addWithemail(bool $autodate): void {
        }
    }
    class PrestaShopLogger {
        public static function addLog(string $message): void {
        }
    }
    class PaymentModule {
        public bool $active = true;
        public object $context;
        public $name, $tab, $version, $author, $ps_versions_compliancy, $currencies, $currencies_mode, $bootstrap, $displayName, $description;

        public function __construct() {
            $this->context = new class {
                public object $link;
            };
            $this->context->link = new class {
                public function getModuleLink(): string {
                    return 'https://shop.example/pay';
                }
            };
        }
    }
    class ModuleFrontController {
    }

    require getenv('RECIPES') . '/../../packages/node/php/Tsena.php';
    require getenv('RECIPES') . '/prestashop/tsena/tsena.php';
    require getenv('RECIPES') . '/prestashop/tsena/controllers/front/webhook.php';

    if ($_SERVER['REQUEST_METHOD'] === 'POST') {
        (new TsenaWebhookModuleFrontController())->postProcess();
    }
    $order = new Order(1042);
    try {
        $token = Tsena::orderToken($order, 'https://shop.example/received');
    } catch (Tsena\TsenaException) {
        $token = null;
    }
    $offered = (new Tsena())->hookPaymentOptions(['cart' => $order]) !== [];
    echo json_encode(['paid' => $order->current_state === PAID, 'offered' => $offered, 'signed' => $token !== null]);
}
