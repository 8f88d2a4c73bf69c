<?php

use PrestaShop\PrestaShop\Core\Payment\PaymentOption;
use Tsena\Tsena as Sdk;
use Tsena\TsenaException;

if (!defined('_PS_VERSION_')) exit;

class_exists(Sdk::class, false) || require_once __DIR__ . '/lib/Tsena.php';

class Tsena extends PaymentModule {
    public function __construct() {
        $this->name = 'tsena';
        $this->tab = 'payments_gateways';
        $this->version = '0.1.0';
        $this->author = 'Tsena';
        $this->ps_versions_compliancy = ['min' => '8.0.0', 'max' => _PS_VERSION_];
        $this->currencies = true;
        $this->currencies_mode = 'checkbox';
        $this->bootstrap = true;
        parent::__construct();
        $this->displayName = 'Tsena Checkout';
        $this->description = 'Mobile money through a Tsena companion.';
    }

    public function install(): bool {
        return parent::install() && $this->registerHook('paymentOptions') && $this->addWaitingState();
    }

    /** The state of an order that waits for its payment. */
    private function addWaitingState(): bool {
        if (Configuration::get('TSENA_OS_WAITING')) return true;
        $state = new OrderState();
        $state->name = array_fill_keys(Language::getIDs(false), 'Awaiting mobile money');
        $state->color = '#4169E1';
        $state->module_name = $this->name;
        return $state->add() && Configuration::updateValue('TSENA_OS_WAITING', (int) $state->id);
    }

    /** *Modules → Tsena Checkout → Configure* */
    public function getContent(): string {
        $names = ['TSENA_COMPANION_URL', 'TSENA_ORDER_TOKEN_SECRET', 'TSENA_WEBHOOK_SECRET', 'TSENA_ENVIRONMENT'];
        if (Tools::isSubmit('submitTsena')) {
            foreach ($names as $name) Configuration::updateValue($name, trim((string) Tools::getValue($name)));
        }
        $helper = new HelperForm();
        $helper->module = $this;
        $helper->submit_action = 'submitTsena';
        $helper->currentIndex = AdminController::$currentIndex . '&configure=' . $this->name;
        $helper->token = Tools::getAdminTokenLite('AdminModules');
        foreach ($names as $name) $helper->fields_value[$name] = Configuration::get($name);
        $input = array_map(fn(string $name): array => ['type' => 'text', 'label' => $name, 'name' => $name, 'required' => true], $names);
        return $helper->generateForm([['form' => ['legend' => ['title' => 'Tsena Checkout'], 'input' => $input, 'submit' => ['title' => 'Save']]]]);
    }

    public function hookPaymentOptions(array $params): array {
        $currency = new Currency($params['cart']->id_currency);
        if (!$this->active || !self::hasSecrets() || $currency->iso_code !== 'MGA') return [];
        $option = new PaymentOption();
        $option->setModuleName($this->name)
            ->setCallToActionText('Mobile money')
            ->setAction($this->context->link->getModuleLink($this->name, 'pay', [], true));
        return [$option];
    }

    /** `sandbox` or `production`: the same as the companion's OPERATOR_ENVIRONMENT. */
    public static function environment(): string {
        return (string) Configuration::get('TSENA_ENVIRONMENT') ?: 'sandbox';
    }

    /** Whether both secrets are set and long enough: with an empty key, anyone could sign. */
    public static function hasSecrets(): bool {
        try {
            Sdk::checkOrderTokenSecret(Configuration::get('TSENA_ORDER_TOKEN_SECRET'));
            Sdk::checkWebhookSecret(Configuration::get('TSENA_WEBHOOK_SECRET'));
            return true;
        } catch (TsenaException $error) {
            return false;
        }
    }

    /** The order's total in whole Ariary, as digits. PrestaShop writes decimals, which must be zeros: "44500.000000". */
    public static function amountOf(Order $order): string {
        return preg_replace('/\.0*\z/', '', (string) $order->total_paid);
    }

    /** @throws TsenaException for a total that is not whole, or a secret that is missing or too short */
    public static function orderToken(Order $order, string $returnUrl): string {
        Sdk::checkWebhookSecret(Configuration::get('TSENA_WEBHOOK_SECRET')); // without it, the shop would never learn of the payment
        $claims = ['order' => 'PS-' . $order->id, 'amount' => self::amountOf($order), 'returnUrl' => $returnUrl];
        return Sdk::signOrderToken($claims, Configuration::get('TSENA_ORDER_TOKEN_SECRET'));
    }

    /** @throws TsenaException unless the companion signed the body */
    public static function verifyWebhook(string $body): array {
        return Sdk::verifyWebhook($body, $_SERVER, Configuration::get('TSENA_WEBHOOK_SECRET'));
    }
}
