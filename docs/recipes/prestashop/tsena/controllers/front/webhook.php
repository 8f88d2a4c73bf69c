<?php

/** WEBHOOK_URL is https://shop.example/index.php?fc=module&module=tsena&controller=webhook */
class TsenaWebhookModuleFrontController extends ModuleFrontController {
    public $ssl = true;

    public function postProcess(): void {
        $body = (string) file_get_contents('php://input');
        if (!Tsena::isGenuine($body)) {
            http_response_code(401);
            exit;
        }
        ['type' => $type, 'data' => $payment] = json_decode($body, true);
        $order = new Order((int) substr($payment['order'] ?? '', strlen('PS-')));
        $isRight = Validate::isLoadedObject($order) && $payment['amount'] === Tsena::amountOf($order);
        // The same event may come twice: an order that has left the waiting state is left as it is.
        $isWaiting = (int) $order->current_state === (int) Configuration::get('TSENA_OS_WAITING');
        if ($type === 'payment.completed' && $isRight && $isWaiting) {
            $history = new OrderHistory();
            $history->id_order = (int) $order->id;
            $history->changeIdOrderState((int) Configuration::get('PS_OS_PAYMENT'), $order, true);
            $history->addWithemail(true);
        } elseif (in_array($type, ['payment.completed', 'payment.unresolved', 'payment.mismatched', 'order.overpaid'], true)) {
            PrestaShopLogger::addLog("Tsena: $type, {$payment['id']}: look at it.", 2, null, 'Order', (int) $order->id);
        }
        http_response_code(204);
        exit;
    }
}
