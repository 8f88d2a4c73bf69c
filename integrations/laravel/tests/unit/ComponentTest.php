<?php

namespace Tests;

use Illuminate\Support\Facades\Blade;
use Tsena\Laravel\Facades\Tsena;
use Tsena\TsenaException;

require_once __DIR__ . '/ShopTestCase.php';

final class ComponentTest extends ShopTestCase
{
    private const ORDER = ['order' => 'CMD-7', 'amount' => 25000];

    /** @param array<string, mixed> $data */
    private function render(string $template, array $data = []): string
    {
        $file = resource_path('views/rendered.blade.php');
        file_put_contents($file, $template);
        app('view.engine.resolver')->resolve('blade')->getCompiler()->compile($file);
        return trim(preg_replace('/\s+/', ' ', view('rendered', $data + ['order' => self::ORDER])->render()));
    }

    private function tokenIn(string $html): string
    {
        $this->assertSame(1, preg_match('/name="token" value="([^"]+)"/', $html, $match));
        return $match[1];
    }

    public function testCheckoutWritesTheFormAndTheCompanionsScript(): void
    {
        $html = $this->render('<x-tsena::checkout :order="$order" />');
        $token = $this->tokenIn($html);
        $this->assertSame(
            "<tsena-checkout order-token=\"$token\" locale=\"fr\"><form method=\"post\" action=\"https://pay.test/pay\">"
            . "<input type=\"hidden\" name=\"token\" value=\"$token\"><input type=\"hidden\" name=\"lang\" value=\"fr\">"
            . '<label>Numéro mobile money <input name="msisdn" type="tel" autocomplete="tel"></label>'
            . "<button>Payer 25\u{A0}000\u{A0}Ar</button></form></tsena-checkout> "
            . '<script async src="https://pay.test/v1/checkout.js" ></script>',
            $html
        );
        $claims = json_decode(base64_decode(strtr(explode('.', $token)[1], '-_', '+/')), true);
        $this->assertSame(['CMD-7', '25000'], [$claims['sub'], $claims['amount']]);
    }

    public function testCheckoutTakesANonceAndALocale(): void
    {
        $html = $this->render('<x-tsena::checkout :order="$order" :nonce="$nonce" locale="mg" />', ['nonce' => 'r4"nd']);
        $this->assertStringContainsString('Laharana mobile money', $html);
        $this->assertStringContainsString('<script async src="https://pay.test/v1/checkout.js" nonce="r4&quot;nd"></script>', $html);
    }

    public function testCheckoutIsInTheLanguageOfTheSettingsElseOfTheApplication(): void
    {
        app()->setLocale('en_US');
        $this->assertStringContainsString("Pay 25,000\u{A0}Ar", $this->render('<x-tsena::checkout :order="$order" />'));
        config(['tsena.locale' => 'mg']);
        $this->assertStringContainsString("Handoa 25\u{A0}000\u{A0}Ar", (string) Tsena::checkoutHtml(self::ORDER));
    }

    public function testHostedPagePostsTheToken(): void
    {
        $html = $this->render('<x-tsena::hosted-page :order="$order" class="pay">Payer</x-tsena::hosted-page>');
        $token = $this->tokenIn($html);
        $this->assertSame(
            "<form method=\"post\" action=\"https://pay.test/pay\"> <input type=\"hidden\" name=\"token\" value=\"$token\">"
            . ' <button class="pay">Payer</button> </form>',
            $html
        );
        $this->assertStringContainsString('<button >Mobile money</button>', $this->render('<x-tsena::hosted-page :order="$order" />'));
    }

    public function testAnOrderThatCannotBeSignedIsAnErrorAndNoForm(): void
    {
        foreach ([['amount' => '25000.50'], ['amount' => '25000.00'], ['order' => 'LNK-1']] as $wrong) {
            try {
                Tsena::checkoutHtml($wrong + self::ORDER);
                $this->fail('The order is signed.');
            } catch (TsenaException $error) {
                $this->assertSame('order_invalid', $error->code());
            }
        }
    }

    public function testTheFacadeIsDiscovered(): void
    {
        $this->assertSame('https://pay.test', \Tsena::companionUrl());
    }
}
