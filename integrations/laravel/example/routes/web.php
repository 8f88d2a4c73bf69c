<?php

use App\Providers\ShopServiceProvider;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Route;

Route::get('/orders/{reference}', function (string $reference) {
    $amount = ShopServiceProvider::ORDERS[$reference] ?? abort(404);
    return view('order', compact('reference', 'amount') + ['isPaid' => Cache::has("paid $reference")]);
})->name('order');
