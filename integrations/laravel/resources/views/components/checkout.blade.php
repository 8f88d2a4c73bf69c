@props(['order', 'locale' => null])
{{ app(\Tsena\Laravel\Checkout::class)->checkoutHtml($order, $locale) }}
<script async src="{{ app(\Tsena\Laravel\Checkout::class)->companionUrl() }}/v1/checkout.js" {{ $attributes }}></script>
