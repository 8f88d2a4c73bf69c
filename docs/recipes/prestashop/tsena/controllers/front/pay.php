<?php

/** Creates the order and shows the widget. For an existing order, it shows the widget only. */
class TsenaPayModuleFrontController extends ModuleFrontController {
    public $ssl = true;

    public function initContent(): void {
        parent::initContent();
        $order = $this->orderOf((int) Tools::getValue('id_order')) ?? $this->placeOrder();
        $confirmation = $this->context->link->getPageLink('order-confirmation', true, null, [
            'id_cart' => $order->id_cart,
            'id_module' => $this->module->id,
            'id_order' => $order->id,
            'key' => $order->secure_key,
        ]);
        $this->context->smarty->assign([
            'tsena_script' => rtrim((string) Configuration::get('TSENA_COMPANION_URL'), '/') . '/v1/checkout.js',
            'tsena_order_token' => Tsena::orderToken($order, $confirmation),
            'tsena_locale' => $this->context->language->iso_code,
        ]);
        $this->setTemplate('module:tsena/views/templates/front/pay.tpl');
    }

    /** The order, if it belongs to this customer. */
    private function orderOf(int $id): ?Order {
        $order = new Order($id);
        $isOwn = Validate::isLoadedObject($order) && $order->secure_key === Tools::getValue('key');
        return $isOwn ? $order : null;
    }

    private function placeOrder(): Order {
        $cart = $this->context->cart;
        $customer = new Customer($cart->id_customer);
        if (!$cart->id_customer || !$cart->nbProducts() || !Validate::isLoadedObject($customer)) Tools::redirect('index.php?controller=order');
        $this->module->validateOrder(
            (int) $cart->id,
            (int) Configuration::get('TSENA_OS_WAITING'),
            (float) $cart->getOrderTotal(true, Cart::BOTH),
            $this->module->displayName,
            null,
            [],
            (int) $cart->id_currency,
            false,
            $customer->secure_key,
        );
        $parameters = ['id_order' => $this->module->currentOrder, 'key' => $customer->secure_key];
        Tools::redirect($this->context->link->getModuleLink('tsena', 'pay', $parameters, true));
    }
}
