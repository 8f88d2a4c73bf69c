@props(['order'])
<form method="post" action="{{ app(\Tsena\Laravel\Checkout::class)->companionUrl() }}/pay">
    <input type="hidden" name="token" value="{{ app(\Tsena\Laravel\Checkout::class)->orderToken($order) }}">
    <button {{ $attributes }}>{{ $slot->isEmpty() ? 'Mobile money' : $slot }}</button>
</form>
