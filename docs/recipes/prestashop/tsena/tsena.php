<?php

use PrestaShop\PrestaShop\Core\Payment\PaymentOption;

if (!defined('_PS_VERSION_')) exit;

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

    /** The key that verifies webhooks; null if the secret is missing or too short. An empty key is a valid HMAC key, so anyone could sign with it. */
    private static function webhookKey(): ?string {
        $secret = (string) Configuration::get('TSENA_WEBHOOK_SECRET');
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, strlen('whsec_')), true) : false;
        return is_string($key) && strlen($key) >= 24 ? $key : null;
    }

    /** `sandbox` or `production`: the same as the companion's OPERATOR_ENVIRONMENT. */
    public static function environment(): string {
        return (string) Configuration::get('TSENA_ENVIRONMENT') ?: 'sandbox';
    }

    public static function hasSecrets(): bool {
        return self::webhookKey() !== null && strlen((string) Configuration::get('TSENA_ORDER_TOKEN_SECRET')) >= 32;
    }

    /** The order's total in whole Ariary, as digits. */
    public static function amountOf(Order $order): string {
        return (string) (int) round((float) $order->total_paid);
    }

    public static function orderToken(Order $order, string $returnUrl): string {
        if (!self::hasSecrets()) throw new LogicException('Tsena: a secret is missing or too short.');
        $encode = fn(string $data): string => rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
        $claims = ['sub' => 'PS-' . $order->id, 'amount' => self::amountOf($order), 'returnUrl' => $returnUrl, 'exp' => time() + 7200];
        $unsigned = $encode(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $encode(json_encode($claims));
        return $unsigned . '.' . $encode(hash_hmac('sha256', $unsigned, Configuration::get('TSENA_ORDER_TOKEN_SECRET'), true));
    }

    public static function isSignatureValid(string $body): bool {
        $key = self::webhookKey();
        if ($key === null) return false;
        $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
        $sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
        if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) return false;
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
            if (hash_equals($expected, $one)) return true;
        }
        return false;
    }
}
