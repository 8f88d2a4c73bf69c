<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<h1>{{ $reference }}</h1>
@if ($isPaid)
    <p>Paid</p>
@else
    <x-tsena::checkout :order="['order' => $reference, 'amount' => $amount]" />
@endif
