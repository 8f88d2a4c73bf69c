<?php

use Tsena\TsenaException;

/** WEBHOOK_URL is https://shop.example/index.php?fc=module&module=tsena&controller=webhook */
class TsenaWebhookModuleFrontController extends ModuleFrontController {
    public $ssl = true;

    public function postProcess(): void {
        $body = (string) file_get_contents('php://input');
        try {
            ['type' => $type, 'data' => $payment] = Tsena::verifyWebhook($body);
        } catch (TsenaException $error) {
            http_response_code(401);
            exit;
        }
        http_response_code(204);
        if (!str_starts_with($payment['order'] ?? '', 'PS-')) exit;
        if ($payment['environment'] !== Tsena::environment()) { // a sandbox payment must not pay a real order
            http_response_code(403);
            exit;
        }
        $order = new Order((int) substr($payment['order'], strlen('PS-')));
        $isPaid = $type === 'payment.completed' && Validate::isLoadedObject($order) && $payment['amount'] === Tsena::amountOf($order) && $payment['currency'] === 'MGA';
        // The same webhook can arrive twice. An order that no longer waits is left as it is.
        $isWaiting = (int) $order->current_state === (int) Configuration::get('TSENA_OS_WAITING');
        if ($isPaid && $isWaiting) {
            $history = new OrderHistory();
            $history->id_order = (int) $order->id;
            $history->changeIdOrderState((int) Configuration::get('PS_OS_PAYMENT'), $order, true);
            $history->addWithemail(true);
        } elseif (!$isPaid && in_array($type, ['payment.completed', 'payment.unresolved', 'payment.review_required', 'order.overpaid'], true)) {
            PrestaShopLogger::addLog("Tsena: payment {$payment['id']} needs a check ($type).", 2, null, 'Order', (int) $order->id);
        }
        exit;
    }
}
